import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = {
  encoder: 'mneme-hashed-1',
  result: {
    names: ['logit', 'share', 'rank', 'behind', 'coverage', 'several', 'weight', 'known'],
    mean: [2.10924, -3.40143, 1.47443, 2.13571, 0.206344, 0.108691, 1.00375, 0.503964],
    scale: [2.4054, 1.28348, 0.699105, 1.64515, 0.271377, 0.311251, 0.783619, 1.69115],
    weights: [-0.491148, 1.22499, -0.387718, -0.0693414, 0.251174, -0.0833623, 0.426417, 0.57701],
    intercept: -3.24728,
  },
  known: {
    names: ['best', 'coverage', 'stranger', 'own', 'other', 'asked', 'lead', 'chat', 'message'],
    mean: [3.74992, 0.60487, 0.175843, 0.486573, 0.0489727, 0.302565, 0.372794, 0.4, 0.0425954],
    scale: [2.38992, 0.339644, 0.380687, 0.307864, 0.170752, 0.318805, 1.21501, 0.489898, 0.111316],
    weights: [
      0.103835, 0.608203, -1.00788, 0.707381, -0.332804, -0.273753, 0.290151, -0.366338, 0.441789,
    ],
    intercept: -0.0782367,
  },
  background: 1.04025,
  fittedOn: 'beam, friendsqa, lives, locomo, precision: 55715 results, 5581 questions',
};
