export type KernelName = 'wasm-simd' | 'typescript';

/**
 * The inner loops over one linear memory, laid out by a {@link BlockLayout}. Blocks are given by their byte address.
 * Every kernel computes the same integers and rounds at the same places, so results agree to the bit.
 */
export interface Kernel {
  readonly name: KernelName;
  /** Views of the memory; replaced by `grow`. */
  readonly views: Views;
  /** Grows the memory to at least this size; new bytes are zero. Throws a RangeError if there is no room. */
  grow(bytes: number): void;
  /** Computes the code of the vector at a place of a block; returns the vector's squared norm. */
  encode(block: number, place: number): number;
  /**
   * Weighted Hamming distances of the first `count` places' head codes to the query's planes, into the block, and
   * their histogram, which accumulates over calls. A place whose byte at `mask` (an address) is 0 gets {@link
   * NO_DISTANCE} and is not counted.
   */
  distances(block: number, mask: number, count: number): void;
  /**
   * Lists the places of the first `count` whose distance is below `distance`, and the first `ties` of those at it, in
   * order. With `only`, the others get {@link NO_DISTANCE}.
   */
  within(block: number, count: number, distance: number, ties: number, only: boolean): Within;
  /**
   * Adds the distances of the tail codes of the first `count` places of the list, and counts the sums in the
   * histogram.
   */
  refine(block: number, count: number): void;
  /** Cosines of the first `count` places of the list, stored next to it. */
  scores(block: number, count: number): void;
}

/** How many places were listed, and how many of them were ties. */
export interface Within {
  readonly listed: number;
  readonly tied: number;
}

export type MakeKernel = (layout: BlockLayout) => Kernel;

/** Greater than any weighted distance (4096 dimensions × 3). */
export const NO_DISTANCE = 0xffff;

/** Typed views of the whole linear memory. Divide a byte address by the element size. */
export interface Views {
  readonly int8: Int8Array;
  readonly uint8: Uint8Array;
  readonly int16: Int16Array;
  readonly uint16: Uint16Array;
  readonly int32: Int32Array;
  readonly float32: Float32Array;
  readonly float64: Float64Array;
}

export function viewsOf(buffer: ArrayBuffer): Views {
  return {
    int8: new Int8Array(buffer),
    uint8: new Uint8Array(buffer),
    int16: new Int16Array(buffer),
    uint16: new Uint16Array(buffer),
    int32: new Int32Array(buffer),
    float32: new Float32Array(buffer),
    float64: new Float64Array(buffer),
  };
}

/** Linear memory of a kernel without WebAssembly: it grows, keeping its contents. */
export class GrowingViews {
  #views = viewsOf(new ArrayBuffer(0));

  get views(): Views {
    return this.#views;
  }

  grow(bytes: number): void {
    const { uint8 } = this.#views;
    if (bytes <= uint8.length) return;
    const larger = viewsOf(new ArrayBuffer(Math.ceil(bytes / 8) * 8));
    larger.uint8.set(uint8);
    this.#views = larger;
  }
}

/** Slots per block. Blocks never move, so that the memory grows without copying. */
export const BLOCK_SLOTS = 1024;

/** Slots whose heads are interleaved. */
export const GROUP = 16;

/** Dimensions in one 128-bit word of a code; vectors are zero-padded to whole words. */
const WORD = 128;

/** Dimensions that every scan compares; the others only rank what these let through. */
const HEAD = 384;

/** Highest level of a query's magnitude (0..3), hence the greatest weighted distance of one dimension. */
const MAX_WEIGHT = 3;

/**
 * Byte offsets in the one linear memory. It starts with what belongs to the current query (see `Query`) and scratch
 * space for one block; equal blocks follow, each with the vectors, codes and flags of {@link BLOCK_SLOTS} slots.
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
   * Within a block: the first parts of the sign-bit codes. Those of 16 slots are interleaved: first byte 0 of each,
   * then byte 1, so that one lookup serves all 16.
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
