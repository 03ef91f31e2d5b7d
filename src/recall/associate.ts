import type { BankIndex } from '../indexes/bank-index.js';
import { companions } from '../indexes/companions.js';
import type { QueryTerm } from './understand.js';

const MOST = 12;

/**
 * Words that occur together with the query's words in this bank more than chance would have it: term number → strength
 * 0..1. Told from the memories themselves, so it needs no model and follows every change.
 */
export function associate(index: BankIndex, terms: readonly QueryTerm[]): ReadonlyMap<number, number> {
  const own = new Set(terms.map(({ number }) => number));
  const strengths = new Map<number, number>();
  const heaviest = Math.max(1e-6, ...terms.map(({ weight }) => weight));
  for (const { number, weight } of terms) {
    if (number < 0) continue;
    for (const [other, strength] of companions(index, number)) {
      if (own.has(other)) continue;
      strengths.set(other, Math.max(strengths.get(other) ?? 0, (strength * weight) / heaviest));
    }
  }
  return new Map([...strengths].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST));
}
