import type { BankIndex } from '../indexes/bank-index.js';

/** Up to this many vectors one scan of all is cheaper than asking for each. */
const SCANNED = 3_000;

/** Cosines of slots to one query, each computed once. */
export class Similarities {
  readonly #known: Float32Array;

  constructor(
    private readonly index: BankIndex,
    private readonly query: Float32Array,
  ) {
    const { vectors } = index;
    this.#known = new Float32Array(index.size);
    if (vectors.size > SCANNED) {
      this.#known.fill(NaN);
      return;
    }
    const all = Int32Array.from({ length: vectors.size }, (_, slot) => slot);
    this.#known.set(vectors.similarities(all, query));
  }

  of(slot: number): number {
    const found = this.#known[slot] ?? 0;
    if (!Number.isNaN(found)) return found;
    return (this.#known[slot] = this.index.vectors.similarity(slot, this.query));
  }

  /** Computes many at once, before they are asked for one by one. */
  prepare(slots: Iterable<number>): void {
    const missing = [...new Set(slots)].filter((slot) => slot >= 0 && Number.isNaN(this.#known[slot] ?? 0));
    const cosines = this.index.vectors.similarities(missing, this.query);
    missing.forEach((slot, at) => {
      this.#known[slot] = cosines[at] ?? 0;
    });
  }
}
