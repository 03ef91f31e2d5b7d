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
  "mean": [ 5.0652, -3.5917, 1.51044, 2.77188, 0.249262, 0.193483, 1.24589, 0.844468],
  "scale": [ 2.3364, 1.67645, 0.695407, 1.98306, 0.278035, 0.395028, 0.671276, 2.79444],
  "weights": [ 0.17907, 1.68678, 0.0957133, 0.0516808, 0.126146, 0.197787, 0.152688, 0.683534],
  "intercept": -3.39007
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
  "mean": [ 6.88531, 0.672687, 0.38082, 0.511559, 0.137901, 0.470179, 1.76496],
  "scale": [ 2.68959, 0.295241, 0.485589, 0.268216, 0.268367, 0.282462, 2.17406],
  "weights": [ -0.0498938, 0.310507, -1.64015, 0.774246, -0.582933, 0.447384, 0.834726],
  "intercept": -0.875897
 },
 "background": 2.50022,
 "fittedOn": "5 LoCoMo conversations (conv-26, conv-41, conv-43, conv-47, conv-49), 18040 results, 1804 questions"
};
