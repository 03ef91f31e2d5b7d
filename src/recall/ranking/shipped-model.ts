import type { FusionModel } from './fusion-model.js';

/**
 * The fitted fusion that ships: figures only, made by `npm run bench -- fit --file PATH`. Never edit it by hand; fit it anew
 * when the features change.
 */
export const SHIPPED_MODEL: FusionModel = {
 "features": [
  "bm25_of_best",
  "coverage",
  "coverage_squared",
  "matches",
  "pairs",
  "placed",
  "placed_of_best",
  "placed_rank",
  "coverage_wide",
  "bm25_before",
  "bm25_two_before",
  "bm25_two_after",
  "coverage_before",
  "cosine",
  "cosine_of_best",
  "cosine_before",
  "relatives_judgement",
  "words_or_relatives",
  "asked",
  "asked_bm25",
  "asked_coverage",
  "question",
  "answered_second_person",
  "answered_question",
  "session",
  "session_best",
  "session_cosine",
  "share_of_session_placed",
  "opening",
  "named",
  "other",
  "named_bm25",
  "named_first_person",
  "name_said",
  "second_person",
  "first_not_second",
  "small_talk",
  "number",
  "date",
  "novelty",
  "time_date",
  "time_word_asked",
  "time_date_near",
  "time_opening",
  "person_person",
  "place_place",
  "place_name",
  "number_number",
  "duration_duration",
  "reason_cause",
  "judgement_preference",
  "judgement_session",
  "judgement_bm25",
  "plan_plan",
  "thing_quotation",
  "list_session",
  "list_bm25",
  "period",
  "recent_age",
  "graph",
  "temporal",
  "agreement",
  "instance_named",
  "instance_list"
 ],
 "mean": [ 0.062967, 0.0464338, 0.0176374, 0.0654397, 0.00561922, 0.0538084, 0.125796, 0.0576844, 0.141204, 0.0201645, 0.0188417, 0.0175207, 0.0771414, 0.0397731, 0.100704, 0.029307, 0.00383013, 0.108924, 0.318351, 0.00673248, 0.0281518, 0.329736, 0.500981, 0.312553, 0.323086, 0.383341, 0.427607, 0.303079, 0.119787, 0.449391, 0.437589, 0.010494, 0.311566, 0.279358, 0.522512, 0.371125, 0.137532, 0.0905878, 0.145314, 0.153272, 0.0267438, 0.0441874, 0.0239912, 0.0302188, 0.00385451, 0.00523536, 0.0203333, 0.00270684, 0.00071329, 0.00203013, 0.0106353, 0.0126947, 0.000750716, 0.0131318, 0.00661165, 0.0686804, 0.00492756, 0.0344437, 0.0244359, 0.074971, 0.0283436, 0.329938, 0.0238075, 0.0111871],
 "scale": [ 0.157561, 0.124424, 0.1, 0.147536, 0.1, 0.1, 0.188526, 0.123256, 0.209297, 0.1, 0.1, 0.1, 0.159985, 0.1, 0.168622, 0.1, 0.1, 0.183109, 0.465837, 0.1, 0.104809, 0.470117, 0.499999, 0.463534, 0.323553, 0.314452, 0.270656, 0.355606, 0.324712, 0.497432, 0.49609, 0.1, 0.463133, 0.448684, 0.499493, 0.483106, 0.344408, 0.287022, 0.352418, 0.175429, 0.161334, 0.205511, 0.113554, 0.171189, 0.1, 0.1, 0.141138, 0.1, 0.1, 0.1, 0.102578, 0.1, 0.1, 0.113839, 0.1, 0.200795, 0.1, 0.177542, 0.121703, 0.183022, 0.160344, 0.133502, 0.1, 0.1],
 "networks": [
  [
   {
    "weights": [ -0.0929554, 0.0636375, -0.0993133, 0.231677, 0.0428126, 0.128736, 0.247205, 0.122048, 0.336647, -0.382678, 0.137529, -0.0804187, 0.269766, -0.052639, 0.0482256, 0.189199, -0.0898065, 0.251904, 0.208978, 0.222601, -0.0344287, -0.179111, 0.0572425, -0.137471, 0.488484, 0.0672266, 0.213051, -0.245604, 0.179627, 0.406206, -0.407231, -0.125397, 0.378864, -0.0687517, -0.186012, -0.159792, -0.127273, 0.0709829, 0.152094, 0.285091, 0.126872, 0.224512, 0.122624, 0.0673013, -0.00617379, 0.309248, 0.261889, 0.0315402, 0.159354, 0.166157, 0.117185, -0.291432, -0.142565, 0.181562, 0.132165, -0.276368, -0.141621, 0.429977, 0.0828839, 0.0136553, 0.239021, 0.078191, 0.115885, 0.133755],
    "bias": [ 0]
   }
  ]
 ],
 "slope": 0.703682,
 "intercept": -6.87907,
 "fittedOn": "5 LoCoMo conversations (conv-26, conv-41, conv-43, conv-47, conv-49), 786 questions",
 "first": {
  "features": [
   "placed",
   "placed_of_best",
   "placed_rank",
   "bm25_before",
   "cosine_of_best",
   "session",
   "named",
   "first_not_second",
   "question",
   "graph",
   "temporal",
   "agreement"
  ],
  "mean": [ 0.0538084, 0.125796, 0.0576844, 0.0201645, 0.100704, 0.323086, 0.449391, 0.371125, 0.329736, 0.074971, 0.0283436, 0.329938],
  "scale": [ 0.1, 0.188526, 0.123256, 0.1, 0.168622, 0.323553, 0.497432, 0.483106, 0.470117, 0.183022, 0.160344, 0.133502],
  "networks": [
   [
    {
     "weights": [ 0.350851, 0.420861, 0.151416, 0.0628481, 0.0461472, 0.665602, 1.17512, 0.158214, -0.176989, -0.000123296, 0.546247, 0.148327],
     "bias": [ 0]
    }
   ]
  ],
  "slope": 0.815833,
  "intercept": -6.88323,
  "fittedOn": "5 LoCoMo conversations (conv-26, conv-41, conv-43, conv-47, conv-49), 786 questions"
 }
};
