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

/** Counts by term number; kept from call to call and all zero in between. */
let counts = new Uint8Array(0);
/** The last posting that counted a term, by term number: a word said twice in a turn counts once. */
let counted = new Int32Array(0);

function companions(index: BankIndex, number: number): [number, number][] {
  const { postings } = index;
  const { sequence, vocabulary } = postings;
  if (counts.length < vocabulary) {
    counts = new Uint8Array(vocabulary * 2);
    counted = new Int32Array(vocabulary * 2);
  }
  const list = postings.list(number).slice(-SAMPLE);
  const together: number[] = [];
  const seen: number[] = [];
  list.forEach((posting, at) => {
    const slot = postingSlot(posting);
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    for (let place = start; place < end; place++) {
      const other = sequence[place] ?? 0;
      const count = counts[other] ?? 0;
      if (count > 0 && counted[other] === at) continue;
      if (count === LEAST_TOGETHER - 1) together.push(other);
      if (count === 0) seen.push(other);
      counts[other] = count + 1;
      counted[other] = at;
    }
  });
  const all = Math.log(index.size + 1);
  const found = together.flatMap((other): [number, number][] => {
    const count = counts[other] ?? 0;
    if (other === number || isStopWord(postings.term(other), 'en')) return [];
    const expected = (list.length * postings.documentFrequency(other)) / index.size;
    const strength = (Math.log(count / expected) / all) * (count / (count + SHRINK));
    return strength > 0 ? [[other, Math.min(1, strength)]] : [];
  });
  for (const other of seen) counts[other] = 0;
  return found;
}
