import type { CheckModel } from './check-model.js';

/** The fitted figures that ship: from statements about fifteen half-years (decision 311). Never edit them by hand. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [4.7809, 1.7575, 1.6441, 0.9101, -0.0311, -3.4756, -1.2413, -1.0535],
    outdated: [3.0118, 2.7499, 1.6477, 0.5148, 1.7915, -4.7127, -0.4798, -0.4704],
    false: [4.2398, 2.0046, 0.3337, -0.2616, 0.3576, 1.192, 0.7183, -0.0999],
  },
  intercepts: { true: -2.4342, outdated: -2.3491, false: -2.3559 },
  unknown: 1.7029,
};

/** The same where no learned encoder made the bank's vectors: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [0.0, 2.9788, 1.4505, 1.0255, -0.3498, -2.9313, -1.137, -0.9125],
    outdated: [0.0, 3.4487, 1.6596, 0.2122, 2.0378, -2.1708, -0.3335, -0.3106],
    false: [0.0, 2.877, 0.2306, -0.07, 0.4414, 1.4471, 0.7987, 0.1994],
  },
  intercepts: { true: -0.4483, outdated: -1.2671, false: -0.5593 },
  unknown: 1.4736,
};
