import type { BankIndex } from '../indexes/bank-index.js';
import { postingSlot } from '../indexes/postings.js';
import { isStopWord } from '../language/stop-words.js';
import type { QueryTerm } from './understand.js';

/** So many of a word's memories are looked at: the newest. */
const SAMPLE = 64;
const MOST = 12;
/** A companion must stand beside the word at least this often, or it is chance. */
const LEAST_TOGETHER = 2;
/** Dampens what is seen seldom (a shrunken point-wise mutual information). */
const SHRINK = 4;

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

function companions(index: BankIndex, number: number): [number, number][] {
  const { postings } = index;
  const { sequence } = postings;
  const list = postings.list(number).slice(-SAMPLE);
  const together = new Map<number, number>();
  for (const posting of list) {
    const slot = postingSlot(posting);
    const start = postings.start(slot);
    const seen = new Set(sequence.subarray(start, start + postings.length(slot)));
    for (const other of seen) together.set(other, (together.get(other) ?? 0) + 1);
  }
  const all = Math.log(index.size + 1);
  return [...together].flatMap(([other, count]): [number, number][] => {
    if (other === number || count < LEAST_TOGETHER || isStopWord(postings.term(other), 'en')) return [];
    const expected = (list.length * postings.documentFrequency(other)) / index.size;
    const strength = (Math.log(count / expected) / all) * (count / (count + SHRINK));
    return strength > 0 ? [[other, Math.min(1, strength)]] : [];
  });
}
