import type { Logistic } from '@mneme/core/recall/confidence/logistic.js';
import type { SameClaim } from './same-claim.js';

/**
 * The fitted chance that two statements of a turn make one claim: figures only, made by `npm run bench -- fit-claims` on marked meetings.
 * Never edit them by hand; fit them anew when the evidence changes.
 */
export const SAME_CLAIM_MODEL: Logistic<SameClaim> = {
  names: [
    'words',
    'nearest words',
    'meaning',
    'nearest meaning',
    'same amount',
    'other amount',
    'polarity',
    'opposite',
  ],
  mean: [0.0820162, -0.090595, 0.303352, -0.121171, 0.0651394, 0.106542, 0.0141539, 0.00138007],
  scale: [0.165731, 0.198379, 0.198857, 0.220705, 0.246772, 0.308529, 0.0820369, 0.0371237],
  weights: [0.480218, 1.04552, 0.767554, 0.904508, 0.323836, -0.668392, -0.278128, -1.00415],
  intercept: -4.19192,
};
