import type { CheckModel } from './read-statement.js';

/** Fitted weights, from statements about fifteen half-years (decision 311). Generated; do not edit. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [4.889, 1.7482, 1.6886, 0.9902, -0.0322, -3.6631, -1.2477, -1.0572],
    outdated: [3.0378, 2.7385, 1.6, 0.4803, 1.8256, -5.6452, -0.5052, -0.4542],
    false: [4.5677, 1.9676, 0.2574, -0.2422, 0.2245, 1.0585, 0.6028, -0.079],
  },
  intercepts: { true: -2.4851, outdated: -2.3204, false: -2.5111 },
  unknown: 1.7207,
};

/** The same for banks without a learned encoder: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [0.0, 2.9615, 1.5067, 1.0469, -0.4286, -2.9457, -1.1337, -0.9196],
    outdated: [0.0, 3.3107, 1.7322, 0.253, 2.0048, -4.98, -0.3724, -0.3375],
    false: [0.0, 2.8392, 0.2014, -0.0706, 0.407, 1.4008, 0.8026, 0.1938],
  },
  intercepts: { true: -0.4447, outdated: -1.1727, false: -0.5505 },
  unknown: 1.4713,
};
