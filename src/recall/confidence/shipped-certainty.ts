import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted probabilities that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`.
 * Never edit by hand; refit when the fusion, its features or the encoder change.
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
      2.43757, -3.28601, 1.47443, 1.94622, 0.195619, 0.11885, 1.91393, 0.294371, 0.4, 0.137046,
      0.133254,
    ],
    scale: [
      2.35535, 1.20193, 0.699105, 1.57129, 0.254252, 0.323612, 2.52793, 2.03304, 0.489898, 0.225907,
      0.190432,
    ],
    weights: [
      0.675, 1.25135, 0.0555813, -0.133989, 0.105471, 0.047372, 0.308662, 0.508969, -0.199243,
      -0.194567, 1.263,
    ],
    intercept: -3.71602,
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
      4.12905, 0.61243, 0.185042, 0.463566, 0.0471707, 0.334849, 0.372184, 0.4, 0.143296, 3.25806,
      0.402347, 0.53083, 1.94669, 0.0667748, 0.113247, 0.0497248, 0.047594, 0.0506606, 0.0568984,
    ],
    scale: [
      2.40435, 0.315165, 0.388332, 0.292067, 0.167071, 0.300431, 1.22932, 0.489898, 0.237406,
      1.62395, 0.311235, 0.28352, 0.776605, 0.249632, 0.316895, 0.217376, 0.212906, 0.219304,
      0.231648,
    ],
    weights: [
      -0.101838, 0.487771, -1.06947, 0.50902, -0.375623, 0.0867547, 0.132426, -0.705795, 0.228342,
      0.52016, 0.302612, -0.134394, 0.667575, -0.0764219, -0.0788152, -0.104162, -0.170491,
      0.0768245, 0.0191298,
    ],
    intercept: -0.0254638,
  },
  background: 1.29413,
  fittedOn: 'beam, friendsqa, locomo, precision, realmem: 52925 results, 6035 questions',
};
