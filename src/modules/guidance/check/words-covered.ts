import type { WordVectors } from '../../../language/meaning/word-vectors.js';

/** Words no nearer than this have nothing to do with each other. */
const UNRELATED = 0.3;

/** How far some words say what others say: each counts by how rare it is here, and by its nearest among the others. */
export class WordsCovered {
  readonly #meanings = new Map<string, Float32Array | null>();

  constructor(
    private readonly vectors: WordVectors,
    /** What a word counts, above 0: the more, the rarer. */
    readonly weightOf: (term: string) => number,
  ) {}

  /** The share of the terms' weight that the others hold or come near to, 0..1; null for no terms. */
  share(terms: Iterable<string>, others: ReadonlySet<string>): number | null {
    return this.#share(terms, (term) => this.#nearest(term, others));
  }

  /** The same, by equal words alone. */
  shareOfEqual(terms: Iterable<string>, others: ReadonlySet<string>): number | null {
    return this.#share(terms, (term) => Number(others.has(term)));
  }

  weigh(terms: Iterable<string>): number {
    let sum = 0;
    for (const term of terms) sum += this.weightOf(term);
    return sum;
  }

  #share(terms: Iterable<string>, held: (term: string) => number): number | null {
    let whole = 0;
    let covered = 0;
    for (const term of terms) {
      const weight = this.weightOf(term);
      whole += weight;
      covered += weight * held(term);
    }
    return whole === 0 ? null : covered / whole;
  }

  #nearest(term: string, others: ReadonlySet<string>): number {
    if (others.has(term)) return 1;
    const own = this.#meaning(term);
    if (own === null) return 0;
    let most = 0;
    for (const other of others) {
      const meaning = this.#meaning(other);
      if (meaning !== null) most = Math.max(most, dot(own, meaning));
    }
    return Math.max(0, (most - UNRELATED) / (1 - UNRELATED));
  }

  /** The direction of a word's meaning; null for one that is not listed. */
  #meaning(term: string): Float32Array | null {
    let known = this.#meanings.get(term);
    if (known === undefined) {
      const { dimensions, vectors } = this.vectors;
      const row = this.vectors.row(term);
      known = row < 0 ? null : unit(vectors.subarray(row * dimensions, (row + 1) * dimensions));
      this.#meanings.set(term, known);
    }
    return known;
  }
}

function unit(code: Int8Array): Float32Array | null {
  const length = Math.hypot(...code);
  return length === 0 ? null : Float32Array.from(code, (value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
