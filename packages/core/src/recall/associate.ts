import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { companions, type Companions } from '../indexes/bank-words.js';
import { topSlots } from './candidate.js';
import type { RecallCache } from './recall-cache.js';
import type { QueryTerm, Understanding } from './understand.js';

const MAX_ASSOCIATES = 12;

/**
 * Words that occur together with the query's words in this bank more often than by chance: term number → strength
 * 0..1. Computed from the memories, so it needs no model and follows every change; `kept` caches the companions of a
 * word for one change of the bank.
 */
export function associate(
  { index, sequence }: Pick<BankState, 'index' | 'sequence'>,
  terms: readonly QueryTerm[],
  kept: RecallCache<Companions>,
): ReadonlyMap<number, number> {
  const heaviest = Math.max(1e-6, ...terms.map(({ weight }) => weight));
  if (strengths.length < index.postings.vocabulary)
    strengths = new Float64Array(index.postings.vocabulary * 2);
  const found: number[] = [];
  for (const { number, weight } of terms) {
    if (number < 0) continue;
    const key = String(number);
    let near = kept.get(key, sequence);
    if (near === null) kept.put(key, sequence, (near = companions(index, number)));
    for (let at = 0; at < near.numbers.length; at++) {
      const other = near.numbers[at] ?? 0;
      const known = strengths[other] ?? 0;
      if (known === 0) found.push(other);
      strengths[other] = Math.max(known, ((near.strengths[at] ?? 0) * weight) / heaviest);
    }
  }
  for (const { number } of terms) if (number >= 0) strengths[number] = 0;
  const best = topSlots(found, found.length, strengths, MAX_ASSOCIATES).filter(
    (number) => (strengths[number] ?? 0) > 0,
  );
  const associates = new Map(best.map((number) => [number, strengths[number] ?? 0]));
  for (const number of found) strengths[number] = 0;
  return associates;
}

/** Strengths by term number; reused between calls, and all zero in between. */
let strengths = new Float64Array(0);

const SHOWN_EXPANSIONS = 6;

/** The words most associated with the query's, for display. */
export function strongest(associates: ReadonlyMap<number, number>, index: BankIndex): string[] {
  return [...associates]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, SHOWN_EXPANSIONS)
    .map(([number]) => index.postings.term(number));
}

/** The query as input for the encoder: its words by rarity, and their associated words in this bank. */
export function queryWeights(
  understanding: Understanding,
  associates: ReadonlyMap<number, number>,
  index: BankIndex,
): { term: string; weight: number }[] {
  const heaviest = Math.max(1, ...understanding.terms.map(({ weight }) => weight));
  const own = understanding.terms.map(({ term, number, weight }) => ({
    term,
    weight: number < 0 ? heaviest : weight,
  }));
  const near = [...associates].map(([number, strength]) => ({
    term: index.postings.term(number),
    weight: strength * heaviest,
  }));
  return [...own, ...near];
}
