import type { BankIndex } from '../indexes/bank-index.js';
import type { Understanding } from './understand.js';

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
