import type { BankIndex } from '../indexes/bank-index.js';

/** Up to this many vectors one scan of all is cheaper than asking for each. */
const SCANNED = 3_000;

/** Cosines of slots to one query, each computed once. Keeps its room from query to query: {@link begin} starts a new one. */
export class Similarities {
  /** By slot; NaN where nobody asked yet. */
  #known: Float32Array = new Float32Array(0);
  readonly #asked: number[] = [];
  #index: BankIndex | null = null;
  #query: Float32Array = new Float32Array(0);

  begin(index: BankIndex, query: Float32Array): void {
    const { vectors } = index;
    if (this.#known.length < index.size) {
      this.#known = new Float32Array(Math.ceil(index.size * 1.3) + 64).fill(NaN);
    } else {
      for (const slot of this.#asked) this.#known[slot] = NaN;
    }
    this.#asked.length = 0;
    this.#index = index;
    this.#query = query;
    if (vectors.size <= SCANNED) this.prepare(Array.from({ length: index.size }, (_, slot) => slot));
  }

  of(slot: number): number {
    const found = this.#known[slot] ?? 0;
    if (!Number.isNaN(found)) return found;
    this.prepare([slot]);
    return this.#known[slot] ?? 0;
  }

  /** Computes many at once, before they are asked for one by one. */
  prepare(slots: Iterable<number>): void {
    if (this.#index === null) return;
    const missing: number[] = [];
    for (const slot of slots) {
      if (slot < 0 || !Number.isNaN(this.#known[slot] ?? 0)) continue;
      // Marked at once, so that a slot given twice is computed once.
      this.#known[slot] = 0;
      missing.push(slot);
    }
    const cosines = this.#index.vectors.similarities(missing, this.#query);
    for (let at = 0; at < missing.length; at++) {
      const slot = missing[at] ?? 0;
      this.#known[slot] = cosines[at] ?? 0;
      this.#asked.push(slot);
    }
  }
}
