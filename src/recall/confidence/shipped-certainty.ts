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
      'size',
    ],
    mean: [
      2.29472, -3.27594, 1.48043, 1.96438, 0.191636, 0.107693, 1.71625, 0.291574, 0.5, 0.114237,
      5.29185,
    ],
    scale: [
      2.2281, 1.21157, 0.698619, 1.5811, 0.250889, 0.309992, 2.35626, 1.97539, 0.5, 0.212447,
      1.19968,
    ],
    weights: [
      0.559546, 1.35959, 0.0674274, 0.133727, 0.0509968, 0.0708975, 0.492862, 0.468601, -0.156722,
      -0.418819, -1.14166,
    ],
    intercept: -3.5341,
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
      'size',
    ],
    mean: [
      4.01037, 0.603052, 0.181211, 0.464393, 0.0417509, 0.315028, 0.310914, 0.5, 0.119455, 5.29636,
    ],
    scale: [
      2.23206, 0.322146, 0.385193, 0.291187, 0.157534, 0.30021, 1.11873, 0.5, 0.223194, 1.19743,
    ],
    weights: [
      0.723978, 0.669213, -0.864632, 0.277994, -0.286262, 0.146462, 0.284142, -0.226154, 0.517327,
      -0.96953,
    ],
    intercept: -0.0883782,
  },
  background: 1.18043,
  fittedOn: 'beam, friendsqa, lives, locomo, precision, realmem: 63045 results, 7047 questions',
};
