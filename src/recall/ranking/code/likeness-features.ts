import type { CodeMatch } from './code-match.js';
import type { CodeFeatureGroup, CodePool } from './code-pool.js';
import { fieldFeatures } from './field-features.js';
import { NAME, ROLES, SUMMARY } from './function-words.js';

/** So many of the best candidates tell what the answer may look like. */
const FEEDBACK = 10;
const FIRST_ORDER = fieldFeatures.names.indexOf('bm25f_alike');

/** Cosines of rarity-weighted words: question and function, question and what describes it, and function and the best candidates (pseudo-relevance feedback; Rocchio 1971). */
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
    const vectors = pool.matches.map((match) => weighted(match, pool.rarity));
    const feedback = bestOf(pool, vectors);
    return (match, row) => {
      const vector = vectors[row];
      return vector === undefined
        ? [0, 0, 0, 0, 0, 0]
        : [...likeness(match, vector, pool), ...feedback(match, vector, row)];
    };
  },
};

/** Weights of a function's words, in their order, and the length of that vector. */
interface Weighted {
  readonly rarities: Float64Array;
  readonly weights: Float64Array;
  readonly norm: number;
}

function weighted(
  { function: { hashes, worth } }: CodeMatch,
  rarity: (hash: number) => number,
): Weighted {
  const rarities = new Float64Array(hashes.length);
  const weights = new Float64Array(hashes.length);
  let square = 0;
  for (let at = 0; at < hashes.length; at++) {
    const rare = rarity(hashes[at] ?? 0);
    const weight = rare * (worth[at] ?? 0);
    rarities[at] = rare;
    weights[at] = weight;
    square += weight * weight;
  }
  return { rarities, weights, norm: Math.sqrt(square) || 1 };
}

function likeness(
  { function: { hashes, counts, told: toldWorth } }: CodeMatch,
  { rarities, weights, norm }: Weighted,
  { question }: CodePool,
): number[] {
  let [all, told, toldNorm, summary, summaryNorm, asked, known] = [0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < hashes.length; at++) {
    const own = question.weights.get(hashes[at] ?? 0);
    if (own !== undefined) all += own * (weights[at] ?? 0);
    const tells = toldWorth[at] ?? 0;
    if (tells === 0) continue;
    const rarity = rarities[at] ?? 0;
    const weight = rarity * tells;
    told += (own ?? 0) * weight;
    toldNorm += weight * weight;
    if ((counts[at * ROLES + SUMMARY] ?? 0) === 0) continue;
    summary += (own ?? 0) * rarity;
    summaryNorm += rarity * rarity;
    known += rarity;
    if (own !== undefined) asked += rarity;
  }
  const cosine = (product: number, length: number): number =>
    length === 0 ? 0 : product / length / question.norm;
  return [
    cosine(all, norm),
    cosine(told, Math.sqrt(toldNorm)),
    cosine(summary, Math.sqrt(summaryNorm)),
    known === 0 ? 0 : asked / known,
  ];
}

/** A candidate's likeness to the middle of the best ones, itself left out. */
function bestOf(
  pool: CodePool,
  vectors: readonly Weighted[],
): (match: CodeMatch, vector: Weighted, row: number) => [number, number] {
  const { matches } = pool;
  const fields = fieldFeatures.prepare(pool);
  const scores = matches.map((match, row) => fields(match, row)[FIRST_ORDER] ?? 0);
  const best = new Set(
    scores
      .map((_, row) => row)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, FEEDBACK),
  );
  const middle = new Map<number, number>();
  for (const row of best) {
    const { weights, norm } = vectors[row] as Weighted;
    const share = (scores[row] ?? 0) / norm;
    matches[row]?.function.hashes.forEach((hash, at) =>
      middle.set(hash, (middle.get(hash) ?? 0) + share * (weights[at] ?? 0)),
    );
  }
  let square = 0;
  for (const weight of middle.values()) square += weight * weight;
  const length = Math.sqrt(square) || 1;
  return ({ function: { hashes, counts } }, { weights, norm }, row) => {
    const own = best.has(row) ? (scores[row] ?? 0) : 0;
    let [all, name] = [0, 0];
    for (let at = 0; at < hashes.length; at++) {
      const near = middle.get(hashes[at] ?? 0);
      if (near === undefined) continue;
      const weight = (weights[at] ?? 0) / norm;
      const product = weight * (near - own * weight);
      all += product;
      if ((counts[at * ROLES + NAME] ?? 0) > 0) name += product;
    }
    return [all / length, name / length];
  };
}
