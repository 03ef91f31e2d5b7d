/** Slots per block. Blocks never move, so that the memory grows without copying. */
export const BLOCK_SLOTS = 1024;

/** Slots whose heads are interleaved. */
export const GROUP = 16;

/** Dimensions in one 128-bit word of a code; vectors are zero-padded to whole words. */
const WORD = 128;

/** Dimensions that every scan compares; the others only rank what these let through. */
const HEAD = 384;

/** Highest level of a query's magnitude (0..3), hence the greatest weighted distance of one dimension. */
export const MAX_WEIGHT = 3;

/**
 * Byte offsets in the one linear memory. It starts with what belongs to the current query (see `Query`) and
 * scratch space for one block; equal blocks follow, each with the vectors, codes and flags of
 * {@link BLOCK_SLOTS} slots.
 */
export interface BlockLayout {
  /** Dimensions after padding: a multiple of 128. */
  readonly padded: number;
  /** Bytes per sign-bit code. */
  readonly codeBytes: number;
  /** Bytes of its first part, over the first {@link HEAD} dimensions, and of the rest (0 if there is none). */
  readonly headBytes: number;
  readonly tailBytes: number;

  /** The query as int16, `padded` numbers. */
  readonly query: number;
  /** Inverse norm of the int16 query, one float64. */
  readonly scale: number;
  /** The query's signs and the two bits of its magnitudes, interleaved by 128-bit word. */
  readonly planes: number;
  /** For each byte of a head, 16 distances of its lower and 16 of its upper half to the query. */
  readonly tables: number;
  /** int32 count of slots by weighted distance, 0 .. `padded` × 3. */
  readonly histogram: number;
  readonly histogramLength: number;
  /** int32 places within a block, to be scored. */
  readonly list: number;
  /** float32 cosines for the list. */
  readonly scores: number;
  readonly firstBlock: number;

  /** Within a block: int8 vectors. */
  readonly vectors: number;
  /**
   * Within a block: the first parts of the sign-bit codes. Those of 16 slots are interleaved: first byte 0
   * of each, then byte 1, so that one lookup serves all 16.
   */
  readonly heads: number;
  /** Within a block: the rest of the codes. */
  readonly tails: number;
  /** Within a block: float32 inverse norms, 0 for a zero vector. */
  readonly inverseNorms: number;
  /** Within a block: uint16 weighted distances of the current scan. */
  readonly distances: number;
  /** Within a block: 1 for each slot that has a vector. */
  readonly present: number;
  /** Within a block: 1 for each slot that the current filter accepts. */
  readonly accepted: number;
  readonly blockBytes: number;
}

export function blockLayout(dimensions: number): BlockLayout {
  const padded = Math.ceil(dimensions / WORD) * WORD;
  const codeBytes = padded / 8;
  const headBytes = Math.min(HEAD, padded) / 8;
  const histogramLength = padded * MAX_WEIGHT + 1;
  const head = sections();
  const block = sections();
  return {
    padded,
    codeBytes,
    headBytes,
    tailBytes: codeBytes - headBytes,
    histogramLength,
    query: head(padded * 2),
    scale: head(8),
    planes: head(codeBytes * 3),
    tables: head(headBytes * 32),
    histogram: head(histogramLength * 4),
    list: head(BLOCK_SLOTS * 4),
    scores: head(BLOCK_SLOTS * 4),
    firstBlock: head(0),
    vectors: block(BLOCK_SLOTS * padded),
    heads: block(BLOCK_SLOTS * headBytes),
    tails: block(BLOCK_SLOTS * (codeBytes - headBytes)),
    inverseNorms: block(BLOCK_SLOTS * 4),
    distances: block(BLOCK_SLOTS * 2),
    present: block(BLOCK_SLOTS),
    accepted: block(BLOCK_SLOTS),
    blockBytes: block(0),
  };
}

/** Allocates consecutive offsets aligned to cache lines. */
function sections(): (bytes: number) => number {
  let next = 0;
  return (bytes) => {
    const start = next;
    next += Math.ceil(bytes / 64) * 64;
    return start;
  };
}
