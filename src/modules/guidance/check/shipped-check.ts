import type { CheckModel } from './check-model.js';

/** The fitted figures that ship: from statements about fifteen half-years (decision 311). Never edit them by hand. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [5.5889, 2.2096, 1.6903, 1.656, -0.0437, -3.3561, -1.0509, -1.3148],
    outdated: [2.5113, 3.304, 1.8299, 0.8323, 2.4098, -1.7266, -0.2661, -0.6097],
    false: [3.5612, 1.6487, 1.0427, 0.1308, 0.4316, 3.2139, 0.8025, -0.3439],
  },
  intercepts: { true: -2.4627, outdated: -1.9453, false: -1.8097 },
  unknown: 2.8499,
};

/** The same where no learned encoder made the bank's vectors: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [0.0, 3.1449, 2.0957, 1.9405, -0.3843, -3.1796, -0.8628, -1.1417],
    outdated: [0.0, 3.9827, 1.9036, 0.7568, 2.3065, -1.8914, -0.2139, -0.6281],
    false: [0.0, 1.6489, 1.5397, 0.1627, 0.5404, 3.8466, 0.9699, -0.4239],
  },
  intercepts: { true: -0.449, outdated: -1.1378, false: -0.3416 },
  unknown: 2.8638,
};
