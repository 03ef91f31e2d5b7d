import type { Logistic } from '../../../recall/confidence/logistic.js';
import type { SameClaim } from './same-claim.js';

/**
 * The fitted chance that two statements of a turn make one claim: figures only, made by `npm run bench -- fit-claims` on marked meetings.
 * Never edit them by hand; fit them anew when the evidence changes.
 */
export const SAME_CLAIM_MODEL: Logistic<SameClaim> = {
 "names": [
  "words",
  "nearest words",
  "nearest meaning",
  "mean meaning",
  "same amount",
  "other amount",
  "polarity",
  "opposite"
 ],
 "mean": [ 0.100872, -0.102582, -0.09259, 0.219637, 0.0651394, 0.106542, 0.014242, 0.00138007],
 "scale": [ 0.176913, 0.211718, 0.207638, 0.250544, 0.246772, 0.308529, 0.0821825, 0.0371237],
 "weights": [ 0.0450367, 0.570716, 1.18894, 0.987241, 0.293773, -0.66777, -0.190219, -0.948527],
 "intercept": -3.84593
};
