import type { CheckModel } from './check-model.js';

/** The fitted figures that ship: from statements about fifteen half-years (decision 311). Never edit them by hand. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [4.787, 1.7866, 1.6103, 0.925, -0.0282, -3.492, -1.2182, -1.0573],
    outdated: [2.7556, 2.8553, 1.5888, 0.2678, 2.1274, -2.535, -0.4404, -0.4304],
    false: [4.238, 2.0262, 0.3334, -0.2559, 0.3633, 1.1632, 0.7026, -0.1048],
  },
  intercepts: { true: -2.4399, outdated: -2.2725, false: -2.3508 },
  unknown: 1.7139,
};

/** The same where no learned encoder made the bank's vectors: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [0.0, 2.9936, 1.4427, 1.0379, -0.3141, -3.0201, -1.1338, -0.9137],
    outdated: [0.0, 3.4514, 1.6516, 0.2099, 2.0319, -2.2243, -0.3352, -0.3127],
    false: [0.0, 2.8742, 0.2825, -0.0632, 0.3925, 1.294, 0.7864, 0.1914],
  },
  intercepts: { true: -0.4527, outdated: -1.2611, false: -0.5564 },
  unknown: 1.4748,
};
