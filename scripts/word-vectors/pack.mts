import { brotliCompressSync, constants } from 'node:zlib';
import type { PackedWordVectors } from '../../src/language/meaning/packed-word-vectors.js';
import { placesByNearness } from './places-by-nearness.mjs';

export interface WordTable {
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

/** Levels: coarser ones move recall by more than its spread between runs. */
const VECTOR_STEP = 32;
const NEARNESS_STEP = 12;
/** So many of a row's neighbours are told; those for which it is a neighbour come beside them. */
const TOLD = 16;

/** Packs a table into what `unpackWordVectors` reads. */
export function packWordVectors(table: WordTable): PackedWordVectors {
  const { dimensions, neighbours, stems, vectors } = table;
  const rows = placesByNearness(table);
  const columns = Array.from({ length: dimensions }, (_, column) =>
    rows.map((row) => Math.round((vectors[row * dimensions + column] ?? 0) / VECTOR_STEP)),
  );
  const lists = pairsByPlace(table, rows);
  const gaps = lists.flatMap((list, place) =>
    list.map(({ other }, at) => other - (list[at - 1]?.other ?? place) - 1),
  );
  const bytes = Buffer.concat([
    Buffer.from(columns.flat()),
    inTwoRuns(rows),
    inTwoRuns(lists.map((list) => list.length)),
    inTwoRuns(gaps),
    Buffer.from(lists.flatMap((list) => list.map(({ level }) => level))),
  ]);
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return {
    ...{ dimensions, neighbours, vectorStep: VECTOR_STEP, nearnessStep: NEARNESS_STEP },
    stems: stems.join(' '),
    packed: packed.toString('base64'),
  };
}

interface Pair {
  /** The place of the second of the two. */
  readonly other: number;
  readonly level: number;
}

/** Each pair of neighbours once, at the first of its two places. */
function pairsByPlace(
  { neighbours, near, nearness }: WordTable,
  rows: readonly number[],
): readonly (readonly Pair[])[] {
  const places = new Uint16Array(rows.length);
  for (const [place, row] of rows.entries()) places[row] = place;
  const lists = rows.map(() => new Map<number, number>());
  for (const [place, row] of rows.entries())
    for (let at = row * neighbours; at < row * neighbours + TOLD; at++) {
      const level = Math.round((nearness[at] ?? 0) / NEARNESS_STEP);
      if (level === 0) continue;
      const other = places[near[at] ?? 0] ?? 0;
      lists[Math.min(place, other)]?.set(Math.max(place, other), level);
    }
  return lists.map((list) =>
    [...list].map(([other, level]) => ({ other, level })).sort((a, b) => a.other - b.other),
  );
}

/** Two-byte numbers: all low bytes, then all high ones, which compress better. */
function inTwoRuns(numbers: readonly number[]): Buffer {
  return Buffer.from([...numbers.map((each) => each & 255), ...numbers.map((each) => each >> 8)]);
}
