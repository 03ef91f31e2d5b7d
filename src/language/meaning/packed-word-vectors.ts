import { brotliDecompressSync } from 'node:zlib';

/** Word vectors as they ship: `scripts/word-vectors/pack.mts` writes what {@link unpackWordVectors} reads. */
export interface PackedWordVectors {
  readonly dimensions: number;
  /** At most so many neighbours are kept per stem. */
  readonly neighbours: number;
  /** One level of a vector's numbers, of which a stem's row has signed bytes. */
  readonly vectorStep: number;
  /** One level of nearness, which is 0..255. */
  readonly nearnessStep: number;
  /** Separated by blanks, in order of frequency, commonest first. */
  readonly stems: string;
  /**
   * Brotli in base64, after places: an order of the rows in which neighbours stand near each other. Vectors by column, signed bytes;
   * the row at each place; how many pairs it is the first of; each pair's other place, less the one before and one; each pair's
   * nearness. Two-byte numbers are in two runs, all low bytes first.
   */
  readonly packed: string;
}

export interface UnpackedWordVectors {
  readonly stems: readonly string[];
  /** Signed bytes, `dimensions` per row. */
  readonly vectors: Int8Array;
  /** Rows of the nearest stems, nearest first, `neighbours` per row. */
  readonly near: Uint16Array;
  /** The nearness of each, 0..255; 0 for none. */
  readonly nearness: Uint8Array;
}

export function unpackWordVectors(shipped: PackedWordVectors): UnpackedWordVectors {
  const { dimensions, vectorStep } = shipped;
  const stems = shipped.stems.split(' ');
  const bytes = brotliDecompressSync(Buffer.from(shipped.packed, 'base64'));
  let from = 0;
  const take = (length: number): Buffer => bytes.subarray(from, (from += length));
  const takePairs = (length: number): Uint16Array => {
    const [low, high] = [take(length), take(length)];
    return Uint16Array.from(low, (byte, at) => byte + 256 * (high[at] ?? 0));
  };
  const levels = take(stems.length * dimensions);
  const rows = takePairs(stems.length);
  const vectors = new Int8Array(levels.length);
  for (let column = 0, at = 0; column < dimensions; column++)
    for (const row of rows)
      vectors[row * dimensions + column] = (((levels[at++] ?? 0) << 24) >> 24) * vectorStep;
  const counts = takePairs(stems.length);
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const graph = { rows, counts, gaps: takePairs(pairs), levels: take(pairs) };
  return { stems, vectors, ...nearestFirst(graph, shipped) };
}

interface Graph {
  readonly rows: Uint16Array;
  readonly counts: Uint16Array;
  readonly gaps: Uint16Array;
  readonly levels: Uint8Array;
}

/** Each row's neighbours from pairs that are told once, by dealing the nearest pairs out first. */
function nearestFirst(
  { rows, counts, gaps, levels }: Graph,
  { neighbours, nearnessStep }: PackedWordVectors,
): Pick<UnpackedWordVectors, 'near' | 'nearness'> {
  const near = new Uint16Array(rows.length * neighbours);
  const nearness = new Uint8Array(near.length);
  const first = new Uint16Array(levels.length);
  const second = new Uint16Array(levels.length);
  let pair = 0;
  for (const [place, count] of counts.entries()) {
    let other = place;
    for (const end = pair + count; pair < end; pair++) {
      other += (gaps[pair] ?? 0) + 1;
      first[pair] = rows[place] ?? 0;
      second[pair] = rows[other] ?? 0;
    }
  }
  const full = new Uint8Array(rows.length);
  const put = (row: number, other: number, level: number): void => {
    const count = full[row] ?? 0;
    if (count === neighbours) return;
    near[row * neighbours + count] = other;
    nearness[row * neighbours + count] = level * nearnessStep;
    full[row] = count + 1;
  };
  for (const at of byLevel(levels)) {
    const [a = 0, b = 0, level = 0] = [first[at], second[at], levels[at]];
    put(a, b, level);
    put(b, a, level);
  }
  return { near, nearness };
}

/** The pairs' numbers, highest level first: a counting sort. */
function byLevel(levels: Uint8Array): Uint32Array {
  const starts = new Uint32Array(257);
  for (const level of levels) starts[255 - level + 1] = (starts[255 - level + 1] ?? 0) + 1;
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const sorted = new Uint32Array(levels.length);
  for (const [pair, level] of levels.entries()) {
    const at = starts[255 - level] ?? 0;
    sorted[at] = pair;
    starts[255 - level] = at + 1;
  }
  return sorted;
}
