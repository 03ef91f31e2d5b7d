import type { WordVectors } from '../language/meaning/word-vectors.js';
import { float32s, int32s } from './growing-array.js';
import type { Postings } from './postings.js';

/** No row of the word vectors. */
export const UNLISTED = -1;

/** What the words of a bank mean, computed on demand and cached: its words and its memories never change. */
export class MeantWords {
  /** By term number: the row of the word vectors plus 1; 0 if never looked up. */
  readonly #rows = int32s();
  /** By slot: the norm of the weighted sum of its word vectors, plus 1. */
  readonly #norms = float32s();

  constructor(private readonly postings: Postings) {}

  /** The row of a term; {@link UNLISTED} if the list does not have it. */
  row(number: number, words: WordVectors): number {
    const kept = this.#rows.get(number);
    if (kept !== 0) return kept - 2;
    const row = words.row(this.postings.term(number));
    this.#rows.set(number, row + 2);
    return row;
  }

  /** Norm of the weighted sum of the vectors of a memory's words; 0 if none is listed. */
  norm(slot: number, words: WordVectors): number {
    const kept = this.#norms.get(slot);
    if (kept !== 0) return kept - 1;
    this.#norms.set(slot, this.#measure(slot, words) + 1);
    // Read back in stored precision: the first answer must equal the second.
    return this.#norms.get(slot) - 1;
  }

  /** The weighted sum of the vectors of a memory's words as a unit vector; zeros if none is listed. */
  direction(slot: number, words: WordVectors): Float32Array {
    const sum = this.#sum(slot, words);
    const length = Math.hypot(...sum);
    return length === 0 ? sum : sum.map((value) => value / length);
  }

  #measure(slot: number, words: WordVectors): number {
    return Math.hypot(...this.#sum(slot, words));
  }

  #sum(slot: number, words: WordVectors): Float32Array {
    const { postings } = this;
    const { dimensions, vectors } = words;
    const { sequence } = postings;
    const sum = new Float32Array(dimensions);
    const end = postings.start(slot) + postings.length(slot);
    for (let at = postings.start(slot); at < end; at++) {
      const row = this.row(sequence[at] ?? 0, words);
      if (row === UNLISTED) continue;
      const weight = words.weight(row);
      for (let column = 0; column < dimensions; column++)
        sum[column] = (sum[column] ?? 0) + weight * (vectors[row * dimensions + column] ?? 0);
    }
    return sum;
  }
}
