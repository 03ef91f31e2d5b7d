import { NEAREST_LEVEL, NEIGHBOURS } from '../../src/language/meaning/word-table.js';
import { placesByNearness } from './places-by-nearness.mjs';

export interface MadeWords {
  readonly dimensions: number;
  readonly neighbours: number;
  readonly stems: readonly string[];
  /** Signed bytes, `dimensions` per row. */
  readonly vectors: Int8Array;
  /** Rows of the nearest stems, nearest first, `neighbours` per row. */
  readonly near: Uint16Array;
  /** The nearness of each, 0..255; 0 for none. */
  readonly nearness: Uint8Array;
}

/** A vector's numbers are rounded to this. */
const VECTOR_STEP = 8;

/** The bytes that `readWordTable` reads. */
export function packWordTable(made: MadeWords): Buffer {
  const { stems, vectors, near, nearness } = made;
  const rows = placesByNearness(made);
  const places = new Uint16Array(rows.length);
  for (const [place, row] of rows.entries()) places[row] = place;
  const [offsets, drops]: [number[], number[]] = [[], []];
  for (const [place, row] of rows.entries()) {
    let level = NEAREST_LEVEL;
    for (let at = row * NEIGHBOURS; at < (row + 1) * NEIGHBOURS; at++) {
      const own = Math.round(((nearness[at] ?? 0) * NEAREST_LEVEL) / 255);
      const offset = (places[near[at] ?? 0] ?? 0) - place;
      offsets.push(own === 0 ? 0 : (offset << 1) ^ (offset >> 31));
      drops.push(level - own);
      level = own;
    }
  }
  return Buffer.concat([
    Buffer.from([stems.length & 255, stems.length >> 8]),
    Buffer.from(Array.from(vectors, (value) => Math.round(value / VECTOR_STEP))),
    inTwoRuns(rows),
    inTwoRuns(offsets),
    Buffer.from(drops),
    Buffer.from(stems.join(' ')),
  ]);
}

/** Two-byte numbers: all low bytes, then all high ones, which compress better. */
function inTwoRuns(numbers: readonly number[]): Buffer {
  return Buffer.from([...numbers.map((each) => each & 255), ...numbers.map((each) => each >> 8)]);
}
