import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit them by hand; fit
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
   "known",
   "chat",
   "message",
   "few"
  ],
  "mean": [ 2.29472, -3.27594, 1.48043, 1.96438, 0.191636, 0.107693, 1.71625, 0.297382, 0.5, 0.114237, 0.142356],
  "scale": [ 2.2281, 1.21157, 0.698619, 1.5811, 0.250889, 0.309992, 2.35626, 1.98551, 0.5, 0.212447, 0.175092],
  "weights": [ 0.563026, 1.39038, 0.0912689, 0.1448, 0.0574228, 0.059988, 0.415807, 0.460549, -0.0938962, -0.401113, 1.09056],
  "intercept": -3.49693
 },
 "known": {
  "names": [
   "best",
   "coverage",
   "stranger",
   "own",
   "other",
   "asked",
   "lead",
   "chat",
   "message",
   "few"
  ],
  "mean": [ 4.01037, 0.603052, 0.181211, 0.464393, 0.0417509, 0.315028, 0.310914, 0.5, 0.119455, 0.141678],
  "scale": [ 2.23206, 0.322146, 0.385193, 0.291187, 0.157534, 0.30021, 1.11873, 0.5, 0.223194, 0.174693],
  "weights": [ 0.838754, 0.646185, -0.850778, 0.245949, -0.286157, 0.183172, 0.253531, -0.166071, 0.428443, 1.06499],
  "intercept": -0.0869863
 },
 "background": 1.18043,
 "fittedOn": "beam, friendsqa, lives, locomo, precision, realmem: 63045 results, 7047 questions"
};
