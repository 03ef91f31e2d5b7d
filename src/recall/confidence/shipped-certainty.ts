import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --file PATH`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = {
 "encoder": "mneme-hashed-1",
 "result": {
  "names": [
   "logit",
   "share",
   "rank",
   "behind",
   "coverage",
   "several",
   "weight",
   "known"
  ],
  "mean": [ 4.47709, -3.34054, 1.51044, 2.32507, 0.210559, 0.192748, 1.12626, -0.907844],
  "scale": [ 2.28871, 1.46272, 0.695407, 1.80779, 0.245689, 0.394457, 0.670125, 3.33305],
  "weights": [ 0.222312, 1.34216, 0.0495336, -0.0435109, 0.113418, 0.186453, 0.200367, 1.24872],
  "intercept": -4.25622
 },
 "known": {
  "names": [
   "best",
   "coverage",
   "stranger",
   "own",
   "other",
   "asked",
   "lead"
  ],
  "mean": [ 6.88788, 0.670849, 0.38082, 0.511643, 0.137256, 0.470033, 1.76327],
  "scale": [ 2.67482, 0.295017, 0.485589, 0.268122, 0.267338, 0.282587, 2.15881],
  "weights": [ -0.0410145, 0.261942, -1.66208, 0.794817, -0.597191, 0.475152, 0.810396],
  "intercept": -0.873436
 },
 "background": 2.51891,
 "fittedOn": "5 LoCoMo conversations (conv-26, conv-41, conv-43, conv-47, conv-49), 18040 results, 1804 questions"
};
