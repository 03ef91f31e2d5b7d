import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = {
  encoder: 'mneme-hashed-1',
  result: {
    names: [
      'logit',
      'share',
      'rank',
      'behind',
      'coverage',
      'several',
      'weight',
      'known',
      'chat',
      'message',
      'few',
    ],
    mean: [
      2.41632, -3.3223, 1.47443, 1.95325, 0.198586, 0.11885, 1.91393, 0.300118, 0.4, 0.137046,
      0.133254,
    ],
    scale: [
      2.40269, 1.22372, 0.699105, 1.58604, 0.254271, 0.323612, 2.52793, 2.02854, 0.489898, 0.225907,
      0.190432,
    ],
    weights: [
      0.627741, 1.27254, 0.0474338, -0.17701, 0.0728191, 0.0301284, 0.327133, 0.588887, -0.177584,
      -0.281582, 1.30306,
    ],
    intercept: -3.71865,
  },
  known: {
    names: [
      'best',
      'coverage',
      'stranger',
      'own',
      'other',
      'asked',
      'lead',
      'chat',
      'message',
      'spread',
      'closest',
      'kindred',
      'words',
      'asks_number',
      'asks_time',
      'asks_reason',
      'asks_person',
      'number_told',
      'time_told',
    ],
    mean: [
      4.12096, 0.619696, 0.185042, 0.466677, 0.048056, 0.337145, 0.369169, 0.4, 0.143296, 3.23844,
      0.409055, 0.534059, 1.94669, 0.0667748, 0.113247, 0.0497248, 0.047594, 0.04991, 0.0574204,
    ],
    scale: [
      2.4154, 0.314084, 0.388332, 0.291109, 0.168152, 0.301207, 1.21738, 0.489898, 0.237406,
      1.63239, 0.308536, 0.283128, 0.776605, 0.249632, 0.316895, 0.217376, 0.212906, 0.217759,
      0.232644,
    ],
    weights: [
      -0.237179, 0.404398, -1.06459, 0.476837, -0.348411, 0.138769, 0.168011, -0.69546, 0.232649,
      0.588093, 0.331537, -0.051717, 0.680942, -0.125427, -0.0611423, -0.0982666, -0.166471,
      0.158321, -0.0000736236,
    ],
    intercept: -0.0201929,
  },
  background: 1.35081,
  fittedOn: 'beam, friendsqa, locomo, precision, realmem: 52925 results, 6035 questions',
};
