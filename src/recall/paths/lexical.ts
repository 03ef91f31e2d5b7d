import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { postingFrequency, postingSlot } from '../../indexes/postings.js';
import type { Accept } from '../../indexes/accept.js';
import { topSlots } from '../top-slots.js';
import type { QueryTerm } from '../understand.js';

/** BM25 (Robertson and Zaragoza 2009, section 3.4) with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** How much of its neighbours' match a turn gets, by distance: what was asked a turn before is part of the answer's meaning. */
const NEIGHBOUR_SHARE = [0.5, 0.25] as const;

/** BM25 over all slots that hold any of the terms. Reused arrays: valid until the next call of the same scorer. */
export interface LexicalScores {
  /** By slot; 0 where nothing matched. */
  readonly own: Float32Array;
  /** With the neighbouring turns' share; 0 where neither matched. */
  readonly placed: Float32Array;
  readonly touched: Int32Array;
  readonly count: number;
}

/** Scores by words. Keeps its working arrays from query to query, so that a recall allocates next to nothing. */
export class LexicalScorer {
  #own = new Float32Array(0);
  #placed = new Float32Array(0);
  #touched = new Int32Array(0);
  #count = 0;

  score(index: BankIndex, terms: readonly QueryTerm[]): LexicalScores {
    this.#clear(index.size);
    const { postings } = index;
    const meanLength = postings.size === 0 ? 1 : postings.totalLength / postings.size;
    for (const { number, weight } of terms) {
      if (number < 0 || weight <= 0) continue;
      for (const posting of postings.list(number)) {
        const slot = postingSlot(posting);
        const frequency = postingFrequency(posting);
        const length = K1 * (1 - B + (B * postings.length(slot)) / meanLength);
        this.#touch(slot);
        this.#own[slot] = (this.#own[slot] ?? 0) + (weight * frequency * (K1 + 1)) / (frequency + length);
      }
    }
    const matched = this.#count;
    for (let at = 0; at < matched; at++) this.#spread(index, this.#touched[at] ?? 0);
    return { own: this.#own, placed: this.#placed, touched: this.#touched, count: this.#count };
  }

  #spread(index: BankIndex, slot: number): void {
    const score = this.#own[slot] ?? 0;
    this.#placed[slot] = (this.#placed[slot] ?? 0) + score;
    let before = slot;
    let after = slot;
    for (const share of NEIGHBOUR_SHARE) {
      before = before === NONE ? NONE : index.previous(before);
      after = after === NONE ? NONE : index.next(after);
      if (before !== NONE) this.#lift(before, score * share);
      if (after !== NONE) this.#lift(after, score * share);
    }
  }

  #lift(slot: number, by: number): void {
    this.#touch(slot);
    this.#placed[slot] = (this.#placed[slot] ?? 0) + by;
  }

  /** A slot is touched while either score is above 0; both are set right after. */
  #touch(slot: number): void {
    if ((this.#own[slot] ?? 0) > 0 || (this.#placed[slot] ?? 0) > 0) return;
    this.#touched[this.#count++] = slot;
  }

  #clear(size: number): void {
    if (this.#own.length < size) {
      const room = Math.ceil(size * 1.3) + 64;
      this.#own = new Float32Array(room);
      this.#placed = new Float32Array(room);
      this.#touched = new Int32Array(room);
    }
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#touched[at] ?? 0;
      this.#own[slot] = 0;
      this.#placed[slot] = 0;
    }
    this.#count = 0;
  }
}

/** The best slots by their own words and by their words in place, half each, without repeats. */
export function lexicalCandidates(scores: LexicalScores, accepts: Accept, k: number): { slot: number; score: number }[] {
  const accepted = new Int32Array(scores.count);
  let count = 0;
  for (let at = 0; at < scores.count; at++) {
    const slot = scores.touched[at] ?? 0;
    if (accepts(slot)) accepted[count++] = slot;
  }
  const own = topSlots(accepted, count, scores.own, k >> 1);
  const placed = topSlots(accepted, count, scores.placed, k);
  const merged = [...new Set([...interleave(own, placed)])].slice(0, k);
  return merged.map((slot) => ({ slot, score: scores.placed[slot] ?? 0 }));
}

function* interleave(a: readonly number[], b: readonly number[]): Iterable<number> {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const first = a[at];
    const second = b[at];
    if (first !== undefined) yield first;
    if (second !== undefined) yield second;
  }
}
