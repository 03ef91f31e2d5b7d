import { ACCEPT_ALL, type Accept } from '../indexes/accept.js';
import type { BankIndex } from '../indexes/bank-index.js';
import type { Candidate } from './candidate.js';
import { topSlots } from './top-slots.js';

/** Up to this many vectors one scan of all is cheaper than asking for each. */
const SCANNED = 3_000;

/** Cosines of slots to one query, each computed once. Keeps its room from query to query: {@link begin} starts a new one. */
export class Similarities {
  /** By slot; NaN where nobody asked yet. */
  #known: Float32Array = new Float32Array(0);
  readonly #asked: number[] = [];
  #index: BankIndex | null = null;
  #query: Float32Array = new Float32Array(0);
  /** Every slot below the number that the last scan of all went to, in order. */
  #every = new Int32Array(0);
  /** Room for those that a scan found alike. */
  #alike = new Int32Array(0);
  #scanned = false;

  begin(index: BankIndex, query: Float32Array): void {
    this.#clear(index.size);
    this.#index = index;
    this.#query = query;
    this.#scanned = index.vectors.size <= SCANNED;
    if (this.#scanned) this.#scan(index, query);
  }

  /** The `k` most alike that `accepts` lets through, best first, ties to the one recorded first; none that has nothing in common. */
  nearest(k: number, accepts: Accept): Candidate[] {
    const index = this.#index;
    if (index === null) return [];
    if (this.#scanned && index.vectors.beyondScan !== true) {
      let count = 0;
      for (let slot = 0; slot < index.size; slot++)
        if ((this.#known[slot] ?? 0) > 0 && accepts(slot)) this.#alike[count++] = slot;
      return topSlots(this.#alike, count, this.#known, k).map((slot) => ({
        slot,
        score: this.#known[slot] ?? 0,
      }));
    }
    const { slots, scores } =
      accepts === ACCEPT_ALL
        ? index.vectors.nearest(this.#query, k)
        : index.vectors.nearest(this.#query, k, accepts);
    return Array.from(slots, (slot, at) => ({ slot, score: scores[at] ?? 0 })).filter(
      ({ score }) => score > 0,
    );
  }

  of(slot: number): number {
    const found = this.#known[slot] ?? 0;
    if (!Number.isNaN(found)) return found;
    this.prepare([slot]);
    return this.#known[slot] ?? 0;
  }

  /** Computes many at once, before they are asked for one by one. */
  prepare(slots: readonly number[]): void {
    if (this.#index === null) return;
    const missing: number[] = [];
    for (const slot of slots) {
      if (slot < 0 || !Number.isNaN(this.#known[slot] ?? 0)) continue;
      // Marked at once, so that a slot given twice is computed once.
      this.#known[slot] = 0;
      missing.push(slot);
    }
    if (missing.length === 0) return;
    const cosines = this.#index.vectors.similarities(missing, this.#query);
    for (let at = 0; at < missing.length; at++) {
      const slot = missing[at] ?? 0;
      this.#known[slot] = cosines[at] ?? 0;
      this.#asked.push(slot);
    }
  }

  #clear(size: number): void {
    if (this.#known.length < size)
      this.#known = new Float32Array(Math.ceil(size * 1.3) + 64).fill(NaN);
    else if (this.#scanned) this.#known.fill(NaN);
    else for (const slot of this.#asked) this.#known[slot] = NaN;
    this.#asked.length = 0;
  }

  #scan({ size, vectors }: BankIndex, query: Float32Array): void {
    if (this.#every.length < size) {
      this.#every = Int32Array.from({ length: this.#known.length }, (_, slot) => slot);
      this.#alike = new Int32Array(this.#every.length);
    }
    this.#known.set(vectors.similarities(this.#every.subarray(0, size), query));
  }
}
