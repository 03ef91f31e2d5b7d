import type { Logistic } from '../../recall/confidence/logistic.js';
import type { WorthName } from './evidence.js';

export type WorthModel = Logistic<WorthName>;

/** The fitted worth of a store: made by `npm run bench -- dream --part fit-steering --dir PATH`. Never edit it by hand. */
export const SHIPPED_WORTH: WorthModel = {
  names: [
    'question',
    'smallTalk',
    'firstPerson',
    'secondPerson',
    'number',
    'date',
    'negated',
    'name',
    'cause',
    'person',
    'place',
    'duration',
    'feeling',
    'preference',
    'plan',
    'possession',
    'timeWord',
    'exclamation',
    'words',
    'rarity',
    'fresh',
    'unknown',
    'copied',
    'names',
    'knownNames',
    'dates',
    'claims',
    'agent',
  ],
  mean: [
    0.311404, 0.0678347, 0.741788, 0.493579, 0.339304, 0.278659, 0.222041, 0.5694, 0.0977467,
    0.140947, 0.224529, 0.0642173, 0.312216, 0.248902, 0.288371, 0.322858, 0.395039, 0.484122,
    0.65541, 0.809553, 0.167712, 0.503039, 0.245856, 0.316958, 0.326333, 0.174912, 0.0644814,
    0.120788,
  ],
  scale: [
    0.463067, 0.251462, 0.437651, 0.499959, 0.473473, 0.44834, 0.415619, 0.49516, 0.296972,
    0.347967, 0.417272, 0.24514, 0.463397, 0.432377, 0.453005, 0.467569, 0.488859, 0.499748,
    0.219328, 0.213208, 0.227003, 0.422928, 0.238997, 0.343813, 0.358131, 0.304047, 0.173982,
    0.325881,
  ],
  weights: [
    -0.0344631, -0.104455, 0.401967, -0.221414, 0.118771, 0.417895, -0.0195864, 0.232419, 0.0386969,
    0.0281672, 0.0337934, 0.0209931, -0.0230614, 0.0131862, -0.0609078, -0.00451479, 0.0780663,
    0.000145244, 0.547359, 0.498607, -0.300034, 0.206169, -1.06385, 0.485754, -0.614131, -0.33613,
    0.0643088, -0.432422,
  ],
  intercept: -0.0973011,
};
