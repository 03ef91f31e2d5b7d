import { NAME, ROLES, SUMMARY, type CodeMatch, type FunctionWord } from './code-match.js';
import type { CodeFeatureGroup, CodePool } from './code-pool.js';
import { FIELD_WEIGHTS, fieldFeatures } from './field-features.js';

/** So many of the best candidates tell what the answer may look like. */
const FEEDBACK = 10;
const FIRST_ORDER = fieldFeatures.names.indexOf('bm25f_alike');

/** Cosines of rarity-weighted words: question and function, question and what describes it, and function and the best candidates (pseudo-relevance feedback; Rocchio 1971). */
export const likenessFeatures: CodeFeatureGroup = {
  names: ['likeness', 'likeness_told', 'likeness_summary', 'summary_asked', 'feedback', 'feedback_name'],
  prepare: (pool) => {
    const vectors = pool.matches.map((match) => weighted(match, pool.rarity));
    const feedback = bestOf(pool, vectors);
    return (match, row) => {
      const vector = vectors[row];
      return vector === undefined ? [0, 0, 0, 0, 0, 0] : [...likeness(match, vector, pool), ...feedback(match, vector, row)];
    };
  },
};

/** Weights of a function's words, in their order, and the length of that vector. */
interface Weighted {
  readonly rarities: Float64Array;
  readonly weights: Float64Array;
  readonly norm: number;
}

function weighted({ words }: CodeMatch, rarity: (hash: number) => number): Weighted {
  const rarities = Float64Array.from(words, ({ hash }) => rarity(hash));
  const weights = Float64Array.from(words, ({ counts }, at) => (rarities[at] ?? 0) * Math.log1p(worth(counts)));
  return { rarities, weights, norm: Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1 };
}

function worth(counts: Uint8Array): number {
  let sum = 0;
  for (let role = 0; role < ROLES; role++) sum += (FIELD_WEIGHTS[role] ?? 0) * (counts[role] ?? 0);
  return sum;
}

const toldWorth = ({ counts }: FunctionWord): number => (FIELD_WEIGHTS[NAME] ?? 0) * (counts[NAME] ?? 0) + (FIELD_WEIGHTS[SUMMARY] ?? 0) * (counts[SUMMARY] ?? 0);

function likeness({ words }: CodeMatch, { rarities, weights, norm }: Weighted, { question }: CodePool): number[] {
  let [all, told, toldNorm, summary, summaryNorm, asked, known] = [0, 0, 0, 0, 0, 0, 0];
  words.forEach((word, at) => {
    const own = question.weights.get(word.hash) ?? 0;
    const rarity = rarities[at] ?? 0;
    all += own * (weights[at] ?? 0);
    const tells = toldWorth(word);
    if (tells === 0) return;
    const weight = rarity * Math.log1p(tells);
    told += own * weight;
    toldNorm += weight * weight;
    if ((word.counts[SUMMARY] ?? 0) === 0) return;
    summary += own * rarity;
    summaryNorm += rarity * rarity;
    known += rarity;
    if (question.weights.has(word.hash)) asked += rarity;
  });
  const cosine = (product: number, length: number): number => (length === 0 ? 0 : product / length / question.norm);
  return [cosine(all, norm), cosine(told, Math.sqrt(toldNorm)), cosine(summary, Math.sqrt(summaryNorm)), known === 0 ? 0 : asked / known];
}

/** A candidate's likeness to the middle of the best ones, itself left out. */
function bestOf(pool: CodePool, vectors: readonly Weighted[]): (match: CodeMatch, vector: Weighted, row: number) => [number, number] {
  const { matches } = pool;
  const fields = fieldFeatures.prepare(pool);
  const scores = matches.map((match, row) => fields(match, row)[FIRST_ORDER] ?? 0);
  const best = new Set(scores.map((_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, FEEDBACK));
  const middle = new Map<number, number>();
  for (const row of best) {
    const { weights, norm } = vectors[row] as Weighted;
    const share = (scores[row] ?? 0) / norm;
    matches[row]?.words.forEach(({ hash }, at) => middle.set(hash, (middle.get(hash) ?? 0) + share * (weights[at] ?? 0)));
  }
  let square = 0;
  for (const weight of middle.values()) square += weight * weight;
  const length = Math.sqrt(square) || 1;
  return ({ words }, { weights, norm }, row) => {
    const own = best.has(row) ? (scores[row] ?? 0) : 0;
    let [all, name] = [0, 0];
    words.forEach(({ hash, counts }, at) => {
      const weight = (weights[at] ?? 0) / norm;
      const product = weight * ((middle.get(hash) ?? 0) - own * weight);
      all += product;
      if ((counts[NAME] ?? 0) > 0) name += product;
    });
    return [all / length, name / length];
  };
}
