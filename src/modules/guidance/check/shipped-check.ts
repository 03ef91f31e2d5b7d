import type { CheckModel } from './check-model.js';

/** The fitted figures that ship: from statements about fifteen half-years (decision 311). Never edit them by hand. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [5.5098, 2.0398, 1.8139, 1.6046, -0.0426, -3.6643, -1.0797, -1.2563],
    outdated: [2.8407, 3.4409, 1.7496, 0.6306, 2.4305, -2.4743, -0.2903, -0.5831],
    false: [4.3652, 1.7053, 0.9097, -0.0065, 0.3631, 3.0124, 0.7095, -0.3112],
  },
  intercepts: { true: -2.7615, outdated: -2.292, false: -2.4819 },
  unknown: 2.8617,
};

/** The same where no learned encoder made the bank's vectors: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [0.0, 3.2105, 2.1009, 1.9295, -0.3786, -3.3092, -0.8708, -1.1439],
    outdated: [0.0, 3.984, 1.9169, 0.619, 2.4167, -2.695, -0.2076, -0.633],
    false: [0.0, 1.7312, 1.4408, 0.1329, 0.513, 3.939, 0.9665, -0.4367],
  },
  intercepts: { true: -0.464, outdated: -1.119, false: -0.342 },
  unknown: 2.8667,
};
