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

/** The loops of scan.wat in plain TypeScript, number for number, for runtimes without WebAssembly SIMD. */
export function typescriptKernel(layout: BlockLayout): Kernel {
  return new TypeScriptKernel(layout);
}

class TypeScriptKernel implements Kernel {
  readonly name = 'typescript';
  readonly #memory = new GrowingViews();

  constructor(private readonly layout: BlockLayout) {}

  get views(): Views {
    return this.#memory.views;
  }

  grow(bytes: number): void {
    this.#memory.grow(bytes);
  }

  encode(block: number, place: number): number {
    const { padded, headBytes, tailBytes, vectors, heads, tails } = this.layout;
    const { int8, uint8 } = this.views;
    const vector = block + vectors + place * padded;
    const head = headOf(block + heads, place, headBytes);
    const tail = block + tails + place * tailBytes;
    for (let byte = 0; byte < headBytes; byte++) uint8[head + byte * GROUP] = 0;
    uint8.fill(0, tail, tail + tailBytes);
    let sum = 0;
    for (let i = 0; i < padded; i++) {
      const value = int8[vector + i] as number;
      sum += value * value;
      if (value >= 0) continue;
      const byte = i >> 3;
      const at = byte < headBytes ? head + byte * GROUP : tail + byte - headBytes;
      uint8[at] = (uint8[at] as number) | (1 << (i & 7));
    }
    return sum;
  }

  distances(block: number, mask: number, count: number): void {
    const { headBytes, heads, distances, tables } = this.layout;
    const { uint8, uint16 } = this.views;
    const out = (block + distances) / 2;
    for (let place = 0; place < count; place++) {
      if (uint8[mask + place] === 0) {
        uint16[out + place] = NO_DISTANCE;
        continue;
      }
      let distance = 0;
      let code = headOf(block + heads, place, headBytes);
      for (let table = tables; table < tables + headBytes * 32; table += 32, code += GROUP) {
        const byte = uint8[code] as number;
        distance +=
          (uint8[table + (byte & 15)] as number) + (uint8[table + 16 + (byte >> 4)] as number);
      }
      uint16[out + place] = this.#count(distance);
    }
  }

  within(block: number, count: number, distance: number, ties: number, only: boolean): Within {
    const { uint16, int32 } = this.views;
    const { distances, list } = this.layout;
    const from = (block + distances) / 2;
    let listed = 0;
    let tied = 0;
    for (let place = 0; place < count; place++) {
      const found = uint16[from + place] as number;
      if (found < distance || (found === distance && tied < ties && ++tied > 0))
        int32[list / 4 + listed++] = place;
      else if (only) uint16[from + place] = NO_DISTANCE;
    }
    return { listed, tied };
  }

  refine(block: number, count: number): void {
    const { headBytes, tailBytes, tails, distances, list, planes } = this.layout;
    const { uint16, int32 } = this.views;
    const out = (block + distances) / 2;
    for (let i = 0; i < count; i++) {
      const place = int32[list / 4 + i] as number;
      const tail = this.#distance(
        block + tails + place * tailBytes,
        tailBytes,
        planes + headBytes * 3,
      );
      uint16[out + place] = this.#count((uint16[out + place] as number) + tail);
    }
  }

  #count(distance: number): number {
    const { int32 } = this.views;
    const bin = this.layout.histogram / 4 + distance;
    int32[bin] = (int32[bin] as number) + 1;
    return distance;
  }

  #distance(code: number, bytes: number, planes: number): number {
    const { int32 } = this.views;
    let distance = 0;
    let plane = planes / 4;
    for (let at = code / 4; at < (code + bytes) / 4; at += 4, plane += 12) {
      for (let part = 0; part < 4; part++) {
        const differs = (int32[at + part] as number) ^ (int32[plane + part] as number);
        distance += popcount(differs & (int32[plane + part + 4] as number));
        distance += 2 * popcount(differs & (int32[plane + part + 8] as number));
      }
    }
    return distance;
  }

  scores(block: number, count: number): void {
    const { padded, vectors, inverseNorms, list, scores, query, scale } = this.layout;
    const { int8, int16, int32, float32, float64 } = this.views;
    const inverseQueryNorm = float64[scale / 8] as number;
    for (let i = 0; i < count; i++) {
      const place = int32[list / 4 + i] as number;
      const vector = block + vectors + place * padded;
      let dot = 0;
      for (let j = 0; j < padded; j++)
        dot += (int8[vector + j] as number) * (int16[query / 2 + j] as number);
      float32[scores / 4 + i] =
        dot * inverseQueryNorm * (float32[(block + inverseNorms) / 4 + place] as number);
    }
  }
}

/** Address of a head's first byte; the others follow every {@link GROUP} bytes. */
function headOf(heads: number, place: number, headBytes: number): number {
  return heads + (place - (place % GROUP)) * headBytes + (place % GROUP);
}

/** Bits set in a 32-bit word (Warren, Hacker's Delight, 2nd ed., figure 5-2). */
function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
