import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted probabilities that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`.
 * Never edit by hand; refit when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = {
  encoder: 'inside:sentences-1@128',
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
      2.69161, -3.57782, 1.5064, 2.47169, 0.173177, 0.107677, 0.95638, 0.650842, 0.4, 0.0431382,
      0.179805,
    ],
    scale: [
      2.88932, 1.48928, 0.697863, 1.82055, 0.265506, 0.309972, 0.779905, 2.13542, 0.489898,
      0.113744, 0.178206,
    ],
    weights: [
      0.464771, 0.929138, -0.134652, -0.50781, 0.175201, 0.0321106, 0.446357, 0.51273, -0.0485915,
      -0.0610976, 0.838379,
    ],
    intercept: -3.39482,
  },
  known: {
    names: [
      'best',
      'coverage',
      'stranger',
      'own',
      'other',
      'asked',
      'lead',
      'chat',
      'message',
      'spread',
      'closest',
      'near',
      'words',
      'asks_number',
      'asks_time',
      'asks_reason',
      'asks_person',
      'number_told',
      'time_told',
    ],
    mean: [
      4.63124, 0.53987, 0.154394, 0.452219, 0.0427266, 0.26569, 0.400537, 0.4, 0.0430332, 4.32796,
      0.360191, 0.565363, 1.6071, 0.0831048, 0.121714, 0.0566291, 0.0659613, 0.0663497, 0.0729759,
    ],
    scale: [
      2.93239, 0.355816, 0.361326, 0.310971, 0.16369, 0.310719, 1.25808, 0.489898, 0.111228,
      1.91929, 0.337131, 0.128333, 0.524617, 0.276041, 0.326956, 0.231133, 0.248214, 0.248892,
      0.260097,
    ],
    weights: [
      -0.505837, 0.410073, -1.06575, 0.292925, -0.343001, -0.113521, 0.480752, -0.439446, 0.218935,
      0.694405, 0.234536, 1.07251, -0.0922155, 0.0733185, 0.0811232, 0.00867165, -0.122963,
      -0.160775, -0.0721358,
    ],
    intercept: -0.111422,
  },
  background: 1.31355,
  fittedOn: 'friendsqa, locomo, beam, precision, told: 51156 results, 5118 questions',
  otherwise: {
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
        3.23507, -4.15863, 1.4744, 3.32896, 0.214423, 0.108918, 0.979165, 0.478606, 0.4, 0.0436655,
        0.172342,
      ],
      scale: [
        3.19759, 2.01979, 0.699106, 2.33851, 0.275708, 0.311536, 0.793504, 1.73357, 0.489898,
        0.115858, 0.182172,
      ],
      weights: [
        0.422365, 0.924404, -0.183284, -0.140738, 0.208473, -0.0588756, 0.492842, 0.421301,
        -0.162019, 0.0552841, 0.797608,
      ],
      intercept: -3.39658,
    },
    known: {
      names: [
        'best',
        'coverage',
        'stranger',
        'own',
        'other',
        'asked',
        'lead',
        'chat',
        'message',
        'spread',
        'closest',
        'near',
        'words',
        'asks_number',
        'asks_time',
        'asks_reason',
        'asks_person',
        'number_told',
        'time_told',
      ],
      mean: [
        5.95907, 0.602304, 0.153085, 0.477992, 0.0537146, 0.299687, 0.405361, 0.4, 0.0427326,
        5.41125, 0.450148, 0.302113, 1.60806, 0.0772629, 0.127711, 0.0569478, 0.0665468, 0.0508134,
        0.0622217,
      ],
      scale: [
        3.22418, 0.338808, 0.36007, 0.303002, 0.177631, 0.319455, 1.49646, 0.489898, 0.111445,
        2.44576, 0.306139, 0.170613, 0.519995, 0.267008, 0.333768, 0.231743, 0.249236, 0.219617,
        0.241558,
      ],
      weights: [
        -0.400608, 0.328037, -1.02523, 0.327905, -0.317488, -0.0216183, 0.328204, -0.304818,
        0.313317, 0.56502, 0.105524, 0.552797, 0.232058, -0.0358698, -0.0363071, -0.0303419,
        -0.163559, -0.00198652, 0.0338565,
      ],
      intercept: -0.104258,
    },
    background: 0.978223,
    fittedOn: 'friendsqa, locomo, beam, precision, told: 53197 results, 5330 questions',
  },
};
