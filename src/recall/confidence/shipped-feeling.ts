import type { FeelingModel } from './feeling-evidence.js';

/**
 * The fitted feeling of knowing that ships: made by `npm run bench -- knowing --file PATH --fit`. Never
 * edit by hand.
 */
export const SHIPPED_FEELING: FeelingModel = {
  names: [
    'unheard',
    'rarest',
    'best',
    'own',
    'other',
    'lead',
    'pair',
    'near',
    'relative',
    'stranger',
    'asked',
    'words',
  ],
  mean: [
    0.279579, 4.72111, 0.535444, 0.490521, 0.301466, 0.0549086, 0.398076, 0.671067, 2.42704,
    0.381375, 1.73319, 4.28603,
  ],
  scale: [
    0.29685, 1.38578, 0.285333, 0.274548, 0.323213, 0.256513, 0.566992, 0.375275, 0.78293, 0.485724,
    1.27587, 1.69197,
  ],
  weights: [
    -0.64188, -0.265763, 0.44443, 0.450794, -0.620572, 0.561573, 0.0402098, 0.0674859, -0.162582,
    -1.89519, 0.0071682, 0.00636837,
  ],
  intercept: -0.842231,
};
