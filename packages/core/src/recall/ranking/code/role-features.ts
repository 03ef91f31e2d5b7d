import { CODE_ROLES } from '../../../language/code/code-reading.js';
import type { CodeFeatureGroup } from './code-pool.js';
import type { CodeMatch } from './code-match.js';
import { NAME, ROLES, SUMMARY } from './function-words.js';

const K1 = 1.2;
const B = 0.75;
/** The usual length of a function, in words. */
const USUAL_LENGTH = 60;
/** Words lighter than this share of the heaviest do not count in judging how exactly a name matches. */
const LIGHT = 0.1;

/**
 * The share of the question that each role contains, verbatim or in other words, and the scores of the
 * engine's paths.
 */
export const roleFeatures: CodeFeatureGroup = {
  names: [
    ...CODE_ROLES.flatMap((role) => [`${role}_held`, `${role}_alike`]),
    'name_precision',
    'summary_precision',
    'undocumented',
    'held',
    'rarest',
    'told',
    'told_alike',
    'role_bm25',
    'length',
    'bm25',
    'reached',
    'cosine',
    'code_cosine',
    'associates',
    'pairs',
    'relatives',
  ],
  prepare: () => read,
};

function read(match: CodeMatch): number[] {
  const {
    candidate,
    question,
    own,
    alike: same,
    function: { kinds, length },
  } = match;
  const { words, total, heaviest } = question;
  const held = new Float64Array(ROLES);
  const alike = new Float64Array(ROLES);
  let [any, rarest, told, toldAlike, bm25, named, summed] = [0, 0, 0, 0, 0, 0, 0];
  for (const at of match.touched) {
    const weight = words[at]?.weight ?? 0;
    const row = at * ROLES;
    for (let role = 0; role < ROLES; role++) {
      if ((own[row + role] ?? 0) > 0) held[role] = (held[role] ?? 0) + weight;
      else if ((same[row + role] ?? 0) > 0) alike[role] = (alike[role] ?? 0) + weight;
    }
    const [inName, inSummary] = [own[row + NAME] ?? 0, own[row + SUMMARY] ?? 0];
    if (inName + inSummary > 0) told += weight;
    else if ((same[row + NAME] ?? 0) + (same[row + SUMMARY] ?? 0) > 0) toldAlike += weight;
    const frequency = match.frequencies[at] ?? 0;
    if (frequency === 0) continue;
    any += weight;
    rarest = Math.max(rarest, weight);
    const heavy = weight >= heaviest * LIGHT;
    named += heavy && inName > 0 ? 1 : 0;
    summed += heavy && inSummary > 0 ? 1 : 0;
    bm25 +=
      (weight * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / USUAL_LENGTH));
  }
  return [
    ...CODE_ROLES.flatMap((_, role) => [(held[role] ?? 0) / total, (alike[role] ?? 0) / total]),
    named / Math.max(1, kinds[NAME] ?? 0),
    summed / Math.max(1, kinds[SUMMARY] ?? 0),
    (kinds[SUMMARY] ?? 0) === 0 ? 1 : 0,
    any / total,
    rarest / heaviest,
    told / total,
    toldAlike / total,
    bm25 / total / (K1 + 1),
    Math.log1p(length) / 6,
    candidate.bm25,
    candidate.reached,
    candidate.cosine,
    candidate.codeCosine,
    candidate.associates,
    candidate.pairs,
    candidate.relatives,
  ];
}
