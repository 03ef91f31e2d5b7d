import type { BankIndex } from '../indexes/bank-index.js';
import { postingSlot } from '../indexes/postings.js';
import { isLightWord } from '../language/light-words.js';

/** Longest posting list that is walked for a word: a commoner word tells nothing about sameness. */
const MAX_LIST = 5_000;
/** Long texts may differ in this share of their words and still be the same, as long as no telling word differs. */
const LONG_TEXT = 12;
const LONG_OVERLAP = 0.9;
/** Fewer words than this repeat by chance ("thank you so much"). */
const LEAST_WORDS = 4;

/** The words of a text that carry what it says: without fillers and articles. */
export function tellingTerms(terms: readonly string[]): readonly string[] {
  return terms.filter((term) => !isLightWord(term));
}

/** Whether two texts say the same: equal but for light words, or long and all but equal with no number, name or negation apart. */
export function sameSaying(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < LEAST_WORDS || b.length < LEAST_WORDS) return false;
  if (a.length === b.length && a.every((term, at) => term === b[at])) return true;
  if (Math.min(a.length, b.length) < LONG_TEXT) return false;
  const inA = new Set(a);
  const inB = new Set(b);
  const shared = [...inA].filter((term) => inB.has(term)).length;
  if (shared / (inA.size + inB.size - shared) < LONG_OVERLAP) return false;
  const apart = [...inA].filter((term) => !inB.has(term)).concat([...inB].filter((term) => !inA.has(term)));
  return !apart.some(decisive);
}

/** A word that alone turns a statement into another one. */
function decisive(term: string): boolean {
  return /\d/.test(term) || /^(no|not|never|none|without|nobody|nothing|neither|nor|.*n't)$/.test(term);
}

/** Slots of memories that share the rarest of these terms: the only ones that can say the same. Newest first, at most 50. */
export function likelySlots(index: BankIndex, telling: readonly string[]): number[] {
  const { postings } = index;
  const known = [...new Set(telling)].map((term) => postings.numberOf(term)).filter((number) => number >= 0);
  const rare = known.sort((a, b) => postings.documentFrequency(a) - postings.documentFrequency(b)).slice(0, 3);
  const slots = new Set<number>();
  for (const number of rare) {
    const list = postings.list(number);
    if (list.length > MAX_LIST) continue;
    for (let at = list.length - 1; at >= 0 && slots.size < 50; at--) slots.add(postingSlot(list[at] ?? 0));
  }
  return [...slots];
}

/** The telling terms of a stored memory. */
export function storedTelling(index: BankIndex, slot: number): readonly string[] {
  const { postings } = index;
  const start = postings.start(slot);
  const stored = Array.from(postings.sequence.subarray(start, start + postings.length(slot)), (number) => postings.term(number));
  return tellingTerms(stored);
}
