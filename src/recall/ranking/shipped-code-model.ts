import type { FusionModel } from './fusion-model.js';

/** A fitted fusion that ships: figures only, made by `npm run bench -- code --cosqa PATH --fit`. Never edit it by hand; fit it anew when the features change. */
export const SHIPPED_CODE_MODEL: FusionModel = {
 "features": [
  "name_held",
  "name_alike",
  "summary_held",
  "summary_alike",
  "comment_held",
  "comment_alike",
  "called_held",
  "called_alike",
  "parameter_held",
  "parameter_alike",
  "import_held",
  "import_alike",
  "literal_held",
  "literal_alike",
  "identifier_held",
  "identifier_alike",
  "name_precision",
  "summary_precision",
  "undocumented",
  "held",
  "rarest",
  "told",
  "told_alike",
  "role_bm25",
  "length",
  "bm25",
  "reached",
  "cosine",
  "code_cosine",
  "associates",
  "pairs",
  "relatives",
  "told_of_best",
  "held_of_best",
  "role_bm25_of_best",
  "code_cosine_of_best",
  "cosine_of_best"
 ],
 "mean": [ 0.0651132, 0.0240954, 0.119279, 0.0273653, 0.0707472, 0.0165185, 0.0731058, 0.0331043, 0.0515399, 0.0117604, 0.00110612, 0.000269449, 0.0163127, 0.00577604, 0.113318, 0.0228548, 0.153426, 0.0997, 0.266435, 0.274974, 0.590046, 0.143463, 0.031946, 0.194752, 0.556694, 0.384216, 0.193068, 0.14198, 0.125069, 0.0566945, 0.0373901, 0.130589, 0.220142, 0.368599, 0.363231, 0.293368, 0.314335],
 "scale": [ 0.115005, 0.1, 0.166489, 0.1, 0.148206, 0.1, 0.122282, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.135573, 0.1, 0.257277, 0.135576, 0.442094, 0.182288, 0.282643, 0.16949, 0.1, 0.122379, 0.1, 0.198668, 0.125837, 0.100184, 0.1, 0.114624, 0.109916, 0.240535, 0.246988, 0.216596, 0.199938, 0.192375, 0.197488],
 "networks": [
  [
   {
    "weights": [ 0.00358236, 0.121766, -0.158288, 0.0543461, -0.0188627, 0.0689916, 0.00535797, 0.126983, 0.050501, -0.0814564, 0.130232, 0.045368, -0.0852803, 0.0308939, 0.0241339, 0.0742482, 0.255416, 0.20068, 0.224577, 0.0778993, -0.395849, 0.229316, 0.347343, -0.0413612, -0.491317, 0.659983, -0.156763, 0.0666504, 0.0598389, 0.0526559, 0.160662, 0.0624924, 0.161233, 0.399277, 0.0524889, 0.167811, 0.340041],
    "bias": [ 0]
   }
  ]
 ],
 "slope": 0.877598,
 "intercept": -7.07782,
 "fittedOn": "500 queries of CoSQA and 192 docstrings over 6267 Python functions"
};
