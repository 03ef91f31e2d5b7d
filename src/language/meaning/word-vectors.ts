import { unpackWordVectors, type PackedWordVectors } from './packed-word-vectors.js';

/** Down-weighting of frequent words (Arora, Liang and Ma 2017): a word with this frequency counts half. */
const COMMON = 1e-3;
/** One over this times its rank approximates an English word's frequency. */
const ZIPF = 11;

/** The weight of a row's stem in a text's mean, 0..1; the commonest stems have the lowest rows. */
export function weightByRank(row: number): number {
  return COMMON / (COMMON + 1 / (ZIPF * (row + 2)));
}

/** The meanings of English stems as vectors. */
export class WordVectors {
  readonly dimensions: number;
  /** Signed bytes, `dimensions` per row. */
  readonly vectors: Int8Array;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #stems: readonly string[];
  readonly #neighbours: number;
  readonly #near: Uint16Array;
  readonly #nearness: Uint8Array;

  constructor(packed: PackedWordVectors) {
    this.dimensions = packed.dimensions;
    const { stems, vectors, near, nearness } = unpackWordVectors(packed);
    this.vectors = vectors;
    this.#stems = stems;
    this.#rows = new Map(stems.map((stem, row) => [stem, row]));
    this.#neighbours = packed.neighbours;
    this.#near = near;
    this.#nearness = nearness;
  }

  /** The row of an English stem; -1 if it is not in the list. */
  row(stem: string): number {
    return this.#rows.get(stem) ?? -1;
  }

  /** The weight of a stem in a text's mean, 0..1: higher for rare ones. */
  weight(row: number): number {
    return weightByRank(row);
  }

  /** Visits the stems nearest in meaning, nearest first; `nearness` 0..1. */
  eachNear(row: number, visit: (stem: string, nearness: number) => void): void {
    const first = row * this.#neighbours;
    for (let at = first; at < first + this.#neighbours; at++) {
      const nearness = this.#nearness[at] ?? 0;
      if (nearness === 0) return;
      visit(this.#stems[this.#near[at] ?? 0] ?? '', nearness / 255);
    }
  }
}

/** Loads the shipped vectors on first use: most commands never need them. */
export function createWordVectors(): () => Promise<WordVectors> {
  let read: Promise<WordVectors> | null = null;
  return () =>
    (read ??= import('./shipped-word-vectors.js').then(
      ({ SHIPPED_WORD_VECTORS }) => new WordVectors(SHIPPED_WORD_VECTORS),
    ));
}
