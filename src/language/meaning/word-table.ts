/**
 * The numbers of word vectors as they ship: `scripts/word-vectors/pack.mts` writes them, this reads them where they lie, so
 * that a start costs no unpacking. Runs of one kind of byte stand together, which the package's own compression halves.
 */
export interface WordTable {
  /** In order of frequency, commonest first. */
  readonly stems: readonly string[];
  /** Signed bytes, {@link DIMENSIONS} per row. */
  readonly vectors: Int8Array;
  /** The row at each place: an order in which neighbours stand near each other. */
  readonly rows: Uint16Array;
  /** How far each neighbour's place is from the row's own, with the sign in the lowest bit: low bytes, high bytes. */
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  /** By how many levels each neighbour is less near than the one before; 0 levels are left where there are no more. */
  readonly drops: Uint8Array;
}

export const DIMENSIONS = 64;
/** Neighbours per row. */
export const NEIGHBOURS = 24;
/** Levels of nearness: the highest is the word itself. */
export const NEAREST_LEVEL = 64;

export function readWordTable(bytes: Buffer): WordTable {
  let from = 0;
  const take = (length: number): Uint8Array => bytes.subarray(from, (from += length));
  const count = bytes.readUInt16LE(0);
  from = 2;
  const vectors = take(count * DIMENSIONS);
  const [lows, highs] = [take(count), take(count)];
  return {
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
    rows: Uint16Array.from(lows, (low, at) => low + 256 * (highs[at] ?? 0)),
    low: take(count * NEIGHBOURS),
    high: take(count * NEIGHBOURS),
    drops: take(count * NEIGHBOURS),
    stems: bytes.toString('utf8', from).split(' '),
  };
}
