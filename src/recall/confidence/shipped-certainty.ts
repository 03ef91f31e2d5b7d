import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
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
      2.29472, -3.27594, 1.48043, 1.96438, 0.191636, 0.107693, 1.71625, 0.265759, 0.5, 0.114237,
      0.142356,
    ],
    scale: [
      2.2281, 1.21157, 0.698619, 1.5811, 0.250889, 0.309992, 2.35626, 1.80433, 0.5, 0.212447,
      0.175092,
    ],
    weights: [
      0.740529, 1.36403, 0.0899754, 0.246431, 0.0666325, 0.0615222, 0.420407, 0.308394, -0.0791337,
      -0.384614, 1.28349,
    ],
    intercept: -3.47862,
  },
  known: {
    names: ['best', 'coverage', 'stranger', 'own', 'other', 'asked', 'lead', 'chat', 'message'],
    mean: [4.01037, 0.603052, 0.181211, 0.464393, 0.0417509, 0.315028, 0.310914, 0.5, 0.119455],
    scale: [2.23206, 0.322146, 0.385193, 0.291187, 0.157534, 0.30021, 1.11873, 0.5, 0.223194],
    weights: [
      0.237119, 0.556521, -0.971716, 0.678333, -0.378215, -0.174263, 0.192624, -0.390612, 0.40827,
    ],
    intercept: -0.0770046,
  },
  background: 1.18043,
  fittedOn: 'beam, friendsqa, lives, locomo, precision, realmem: 63045 results, 7047 questions',
};
