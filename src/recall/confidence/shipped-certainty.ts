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
  "mean": [ 2.36319, -3.26187, 1.48042, 1.93059, 0.186477, 0.104665, 1.69676, 0.255254, 0.5, 0.114231, 0.149607],
  "scale": [ 2.22529, 1.1834, 0.698617, 1.56611, 0.247677, 0.306122, 2.36389, 1.81871, 0.5, 0.212448, 0.177682],
  "weights": [ 0.595707, 1.1761, 0.0630816, -0.0610026, 0.064032, 0.0308414, 0.273642, 0.512459, -0.303274, -0.0868901, 1.09746],
  "intercept": -3.57241
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
   "spread",
   "closest",
   "kindred",
   "words",
   "asks_number",
   "asks_time",
   "asks_reason",
   "asks_person",
   "number_told",
   "time_told"
  ],
  "mean": [ 4.05261, 0.596374, 0.16439, 0.452723, 0.0403863, 0.306515, 0.314598, 0.5, 0.119448, 3.15621, 0.403403, 0.512141, 1.84602, 0.0658344, 0.114137, 0.0517284, 0.0602096, 0.0502296, 0.0641051],
  "scale": [ 2.22933, 0.322665, 0.370629, 0.290055, 0.155713, 0.298578, 1.13464, 0.5, 0.223195, 1.58875, 0.303284, 0.286889, 0.754962, 0.247992, 0.317978, 0.221478, 0.237875, 0.218418, 0.24494],
  "weights": [ -0.117822, 0.497971, -0.976113, 0.380319, -0.324683, 0.0359891, 0.174104, -0.275419, 0.08447, 0.588368, 0.252502, -0.170094, 0.426258, -0.0864589, -0.0188408, -0.0528182, -0.0637597, 0.03353, -0.0279938],
  "intercept": -0.0671413
 },
 "background": 1.0724,
 "fittedOn": "beam, friendsqa, locomo, precision, realmem, told: 101819 results, 10926 questions"
};
