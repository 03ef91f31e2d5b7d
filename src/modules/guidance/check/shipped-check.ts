import type { CheckModel } from './check-model.js';

/** The fitted figures that ship: from statements about fifteen half-years, and their simple denials (decision 311). Never edit them by hand. */
export const SHIPPED_CHECK: CheckModel = {
  weights: {
    true: [
      3.3977, 5.2886, 2.9448, -11.0531, -0.2546, 1.7937, 0.552, -4.0202, -1.481, 0.2274, -1.5048,
      -9.9968, -1.1521, -1.2488,
    ],
    outdated: [
      1.9149, 3.0059, 3.9334, -5.368, 1.016, 2.1014, 0.5145, 2.7671, 1.5353, 0.0499, 1.7238, -2.933,
      -0.0546, -0.1649,
    ],
    false: [
      3.853, 3.6169, 1.2271, 2.1486, -1.0199, 0.5415, 0.4079, -0.4275, 0.64, -0.9149, 1.0413,
      2.0826, 1.1795, -0.4581,
    ],
  },
  intercepts: { true: -4.0516, outdated: -4.3704, false: -3.1286 },
  unknown: 3.5474,
};

/** The same where no learned encoder made the bank's vectors: by words alone. */
export const SHIPPED_CHECK_BY_WORDS: CheckModel = {
  weights: {
    true: [
      0.0, 0.0, 4.3885, -9.6045, -0.4075, 1.8993, 0.7316, -4.7589, -1.5641, -0.2472, -0.8794,
      -8.2913, -0.8732, -0.9606,
    ],
    outdated: [
      0.0, 0.0, 4.9022, -6.0269, 1.2028, 2.0011, 0.6788, 2.5432, 1.0497, -0.0915, 2.3147, -2.2377,
      0.1242, -0.2854,
    ],
    false: [
      0.0, 0.0, 1.1172, 1.1966, -0.7549, 1.0138, 0.796, -0.2117, 0.1186, -0.75, 2.494, 5.2865,
      1.4641, -0.4946,
    ],
  },
  intercepts: { true: -0.5151, outdated: -2.7369, false: 0.1579 },
  unknown: 3.3797,
};
