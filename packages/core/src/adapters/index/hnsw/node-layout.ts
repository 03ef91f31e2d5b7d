/** Nodes per block. Blocks never move, so that the memory grows without copying; a power of two. */
export const BLOCK_NODES = 1024;

/** Nodes that one kernel call can score. */
export const LIST_LENGTH = 1024;

/**
 * Vectors in int16 at the head of the memory, which a search compares with: the query, the vector being inserted, and
 * the node whose neighbours are being chosen.
 */
export const AREAS = { query: 0, inserted: 1, chosen: 2 } as const;
export type Area = (typeof AREAS)[keyof typeof AREAS];

/** int32 places within a record. Its vector's inverse norm, a float32, comes first. */
export const FIELDS = {
  inverseNorm: 0,
  /** The highest level of the node. */
  level: 1,
  /**
   * Where its links above the ground level begin in the list of upper links, and for how many levels there is room
   * there.
   */
  upper: 2,
  upperRoom: 3,
  /** First slot with this vector, plus one; 0 if none is left. */
  member: 4,
  /** One of {@link STATES}. */
  state: 5,
  /** Number of links on the ground level, and the links. */
  links: 6,
} as const;

/** Searches pass through a condemned node until no link points at it; then it is free. */
export const STATES = { used: 0, condemned: 1, free: 2 } as const;

/**
 * Byte offsets of the one linear memory: areas, a list of nodes and their scores, the query's planes, then blocks. A
 * block starts with its nodes' codes, which a search reads in random order: close together they stay in the
 * processor's caches. Their records follow, with links and vectors.
 */
export interface NodeLayout {
  /** Dimensions after padding: a multiple of 128. */
  readonly padded: number;
  /** Maximum links of a node on an upper level; on the ground level twice as many. */
  readonly maxLinks: number;
  readonly areaBytes: number;
  /** int32 nodes to be scored, {@link LIST_LENGTH} of them, and float32 cosines next to them. */
  readonly list: number;
  readonly scores: number;
  /** The query's signs and the two bits of its magnitudes, interleaved by 128-bit word. */
  readonly planes: number;
  readonly firstBlock: number;
  /** Bytes per sign-bit code, from the start of the block. */
  readonly codeBytes: number;
  /** Records within a block, and the bytes from one to the next. */
  readonly records: number;
  readonly stride: number;
  /** The int8 vector within a record. */
  readonly vector: number;
  readonly blockBytes: number;
}

export function nodeLayout(dimensions: number, maxLinks: number): NodeLayout {
  const padded = align(dimensions, 128);
  const areaBytes = align(padded * 2, 64);
  const codeBytes = padded / 8;
  const list = areaBytes * Object.keys(AREAS).length;
  const scores = list + LIST_LENGTH * 4;
  const planes = scores + LIST_LENGTH * 4;
  const vector = align((FIELDS.links + 1 + 2 * maxLinks) * 4, 64);
  const stride = align(vector + padded, 64);
  const records = BLOCK_NODES * codeBytes;
  return {
    ...{ padded, maxLinks, areaBytes, list, scores, planes, codeBytes, records, stride, vector },
    firstBlock: align(planes + codeBytes * 3, 64),
    blockBytes: records + BLOCK_NODES * stride,
  };
}

export function codeAddress(
  { firstBlock, blockBytes, codeBytes }: NodeLayout,
  node: number,
): number {
  return firstBlock + (node >>> 10) * blockBytes + (node & (BLOCK_NODES - 1)) * codeBytes;
}

export function recordAddress(
  { firstBlock, blockBytes, records, stride }: NodeLayout,
  node: number,
): number {
  return firstBlock + (node >>> 10) * blockBytes + records + (node & (BLOCK_NODES - 1)) * stride;
}

function align(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to;
}

/** An Int32Array that grows by half; unset elements are 0. */
export class GrowingInts {
  #data = new Int32Array(64);

  /** The numbers themselves, for hot loops; valid until the next `reserve` or `set`. */
  get data(): Int32Array {
    return this.#data;
  }

  get(index: number): number {
    return this.#data[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.reserve(index + 1);
    this.#data[index] = value;
  }

  reserve(length: number): void {
    if (length <= this.#data.length) return;
    const larger = new Int32Array(Math.max(length, Math.ceil(this.#data.length * 1.5)));
    larger.set(this.#data);
    this.#data = larger;
  }

  /** The first `length` numbers as bytes. */
  toBytes(length: number): Uint8Array {
    this.reserve(length);
    return new Uint8Array(this.#data.slice(0, length).buffer);
  }

  fromBytes(bytes: Uint8Array): void {
    const numbers = new Int32Array(bytes.slice().buffer);
    this.#data = numbers.length > 0 ? numbers : new Int32Array(64);
  }
}
