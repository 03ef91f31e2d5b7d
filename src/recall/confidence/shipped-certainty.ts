import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = {
  encoder: 'mneme-hashed-1',
  result: {
    names: ['logit', 'share', 'rank', 'behind', 'coverage', 'several', 'weight', 'known'],
    mean: [5.00119, -3.57888, 1.51044, 2.76498, 0.255661, 0.193483, 1.25462, 0.82917],
    scale: [2.36141, 1.66881, 0.695407, 1.96938, 0.277142, 0.395028, 0.674221, 2.78661],
    weights: [0.182414, 1.64735, 0.0977234, -0.0689407, 0.0972493, 0.187105, 0.138736, 0.695592],
    intercept: -3.42142,
  },
  known: {
    names: ['best', 'coverage', 'stranger', 'own', 'other', 'asked', 'lead'],
    mean: [6.79882, 0.689477, 0.359202, 0.515452, 0.143537, 0.472704, 1.75398],
    scale: [2.71555, 0.287346, 0.479766, 0.264785, 0.271521, 0.280159, 2.11746],
    weights: [-0.0389147, 0.368683, -1.49036, 0.775672, -0.515858, 0.433487, 0.936622],
    intercept: -0.863492,
  },
  background: 2.30852,
  fittedOn:
    '5 LoCoMo conversations (conv-26, conv-41, conv-43, conv-47, conv-49), 18040 results, 1804 questions',
};
