import type { CodeMatch } from './code-match.js';
import type { CodeFeatureGroup, CodePool } from './code-pool.js';
import { fieldFeatures } from './field-features.js';
import { NAME, ROLES, SUMMARY } from './function-words.js';

/** Number of best candidates used for pseudo-relevance feedback. */
const FEEDBACK = 10;
const FIRST_ORDER = fieldFeatures.names.indexOf('bm25f_alike');

/**
 * Cosines of rarity-weighted words: question and function, question and description, and function and the
 * best candidates (pseudo-relevance feedback; Rocchio 1971).
 */
export const likenessFeatures: CodeFeatureGroup = {
  names: [
    'likeness',
    'likeness_told',
    'likeness_summary',
    'summary_asked',
    'feedback',
    'feedback_name',
  ],
  prepare: (pool) => {
    const feedback = bestOf(pool);
    return (match, row) => [...likeness(match), ...feedback(match, row)];
  },
};

function likeness({ question, met, known, function: own }: CodeMatch): number[] {
  let [all, told, summary, asked] = [0, 0, 0, 0];
  for (const at of met) {
    const weight = question.weights.get(own.hashes[at] ?? 0);
    if (weight === undefined) continue;
    all += weight * (known.weights[at] ?? 0);
    const tells = own.told[at] ?? 0;
    if (tells === 0) continue;
    const rarity = known.rarities[at] ?? 0;
    told += weight * (rarity * tells);
    if ((own.counts[at * ROLES + SUMMARY] ?? 0) === 0) continue;
    summary += weight * rarity;
    asked += rarity;
  }
  const cosine = (product: number, length: number): number =>
    length === 0 ? 0 : product / length / question.norm;
  return [
    cosine(all, known.norm),
    cosine(told, known.toldNorm),
    cosine(summary, known.summaryNorm),
    known.summarySum === 0 ? 0 : asked / known.summarySum,
  ];
}

/** A candidate's similarity to the centroid of the best ones, excluding itself. */
function bestOf({
  matches,
  fields,
  vocabulary,
}: CodePool): (match: CodeMatch, row: number) => [number, number] {
  const scores = fields.map((each) => each[FIRST_ORDER] ?? 0);
  const best = new Set(
    scores
      .map((_, row) => row)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, FEEDBACK),
  );
  const middle = new Float64Array(vocabulary.words);
  const held = new Set<number>();
  for (const row of best) {
    const { numbers, weights, norm } = (matches[row] as CodeMatch).known;
    const share = (scores[row] ?? 0) / norm;
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0;
      held.add(number);
      middle[number] = (middle[number] ?? 0) + share * (weights[at] ?? 0);
    }
  }
  let square = 0;
  for (const number of held) {
    const weight = middle[number] ?? 0;
    square += weight * weight;
  }
  const length = Math.sqrt(square) || 1;
  return ({ function: { counts }, known: { numbers, weights, norm } }, row) => {
    const own = best.has(row) ? (scores[row] ?? 0) : 0;
    let [all, name] = [0, 0];
    for (let at = 0; at < numbers.length; at++) {
      const near = middle[numbers[at] ?? 0] ?? 0;
      if (near === 0) continue;
      const weight = (weights[at] ?? 0) / norm;
      const product = weight * (near - own * weight);
      all += product;
      if ((counts[at * ROLES + NAME] ?? 0) > 0) name += product;
    }
    return [all / length, name / length];
  };
}
