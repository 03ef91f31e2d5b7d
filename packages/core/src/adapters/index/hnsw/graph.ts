import { MnemeError } from '../../../domain/errors.js';
import {
  type Area,
  BLOCK_NODES,
  codeAddress,
  FIELDS,
  type GraphKernel,
  GrowingInts,
  type NodeLayout,
  recordAddress,
  STATES,
} from './kernel.js';

export const NONE = -1;

const GROWTH = 1.25;

/**
 * The nodes of a hierarchical graph: a vector each, and links level by level. It does not decide what the links
 * should be.
 */
export class Graph {
  /** Where every search begins: a node of the highest level, or {@link NONE}. */
  entry = NONE;
  /** Number of node numbers assigned so far, including those free again. */
  count = 0;
  /** Number of nodes ever created, from which levels are drawn. */
  made = 0;
  readonly #free: number[] = [];
  readonly #upper = new GrowingInts();
  #upperLength = 0;
  /** Number of blocks there is room for. */
  #capacity = 0;

  constructor(
    readonly layout: NodeLayout,
    readonly kernel: GraphKernel,
  ) {
    kernel.grow(layout.firstBlock);
  }

  /** Bytes of the memory, including room to grow, and of the upper links. */
  get bytes(): number {
    return this.kernel.views.uint8.length + this.#upper.data.byteLength;
  }

  /** Nodes in use, dead ones included. */
  get nodes(): number {
    return this.count - this.#free.length;
  }

  field(node: number, field: number): number {
    return this.kernel.views.int32[this.#record(node) + field] as number;
  }

  setField(node: number, field: number, value: number): void {
    this.kernel.views.int32[this.#record(node) + field] = value;
  }

  level(node: number): number {
    return this.field(node, FIELDS.level);
  }

  inverseNorm(node: number): number {
    return this.kernel.views.float32[this.#record(node)] as number;
  }

  /** A view of the node's vector; valid until the next node is created. */
  vector(node: number): Int8Array {
    const { vector, padded } = this.layout;
    const start = recordAddress(this.layout, node) + vector;
    return this.kernel.views.int8.subarray(start, start + padded);
  }

  /** Creates a node with this vector, on the ground level and without links; returns its number. */
  make(vector: Int8Array): number {
    const node = this.#free.pop() ?? this.count++;
    if (node >= this.#capacity * BLOCK_NODES) this.#grow(Math.floor(node / BLOCK_NODES) + 1);
    this.vector(node).set(vector);
    this.kernel.views.float32[this.#record(node)] = this.#encode(node, vector);
    for (const field of [FIELDS.level, FIELDS.member, FIELDS.state, FIELDS.links])
      this.setField(node, field, 0);
    return node;
  }

  /** Frees a node's number. No link may point at it. */
  release(node: number): void {
    this.setField(node, FIELDS.state, STATES.free);
    this.setField(node, FIELDS.links, 0);
    this.setField(node, FIELDS.level, 0);
    this.#free.push(node);
  }

  /** Raises a new node to its level and allocates its links there. */
  lift(node: number, level: number): void {
    const { maxLinks } = this.layout;
    if (this.field(node, FIELDS.upperRoom) < level) {
      this.setField(node, FIELDS.upper, this.#upperLength);
      this.setField(node, FIELDS.upperRoom, level);
      this.#upperLength += level * (maxLinks + 1);
      this.#upper.reserve(this.#upperLength);
    }
    const start = this.field(node, FIELDS.upper);
    this.#upper.data.fill(0, start, start + level * (maxLinks + 1));
    this.setField(node, FIELDS.level, level);
  }

  /** Maximum links of a node, by level. */
  maxLinks(level: number): number {
    return level === 0 ? this.layout.maxLinks * 2 : this.layout.maxLinks;
  }

  /** The array that contains the links of a level; valid until the next node is created. */
  links(level: number): Int32Array {
    return level === 0 ? this.kernel.views.int32 : this.#upper.data;
  }

  /** Where a node's links are in {@link links}: their count, then the nodes. The node must reach up to the level. */
  linksAt(node: number, level: number): number {
    return level === 0
      ? this.#record(node) + FIELDS.links
      : this.field(node, FIELDS.upper) + (level - 1) * (this.layout.maxLinks + 1);
  }

  /** Sets a node's links on a level to the first `count` of `nodes`. */
  setLinks(node: number, level: number, nodes: ArrayLike<number>, count = nodes.length): void {
    const links = this.links(level);
    const at = this.linksAt(node, level);
    links[at] = count;
    for (let i = 0; i < count; i++) links[at + 1 + i] = nodes[i] as number;
  }

  /** Copies a node's vector into an area; returns its inverse norm. */
  widen(node: number, area: Area): number {
    this.kernel.widen(node, area);
    return this.inverseNorm(node);
  }

  /** Removes all nodes. */
  clear(): void {
    this.kernel.views.uint8.fill(0, this.layout.firstBlock);
    this.#free.length = 0;
    this.#upperLength = 0;
    this.count = 0;
    this.entry = NONE;
  }

  /** Numbers and upper links, then every block as in memory. */
  *dump(): Iterable<Uint8Array> {
    const { firstBlock, blockBytes } = this.layout;
    yield new Uint8Array(
      Int32Array.from([this.entry, this.count, this.made, ...this.#free]).buffer,
    );
    yield this.#upper.toBytes(this.#upperLength);
    for (let block = 0; block * BLOCK_NODES < this.count; block++) {
      yield this.kernel.views.uint8.slice(
        firstBlock + block * blockBytes,
        firstBlock + (block + 1) * blockBytes,
      );
    }
  }

  /** Loads the output of {@link dump}, from an iterator that may contain more. */
  restore(pieces: Iterator<Uint8Array>): void {
    const { firstBlock, blockBytes } = this.layout;
    const [entry = NONE, count = 0, made = 0, ...free] = new Int32Array(
      nextPiece(pieces).slice().buffer,
    );
    const upper = nextPiece(pieces);
    Object.assign(this, { entry, count, made });
    for (const node of free) this.#free.push(node);
    this.#upper.fromBytes(upper);
    this.#upperLength = upper.byteLength / 4;
    const blocks = Math.ceil(count / BLOCK_NODES);
    this.#grow(blocks);
    for (let block = 0; block < blocks; block++)
      this.kernel.views.uint8.set(nextPiece(pieces), firstBlock + block * blockBytes);
  }

  /** Writes the sign bits of a vector; returns its inverse norm. */
  #encode(node: number, vector: Int8Array): number {
    const { codeBytes } = this.layout;
    const { uint8 } = this.kernel.views;
    const start = codeAddress(this.layout, node);
    uint8.fill(0, start, start + codeBytes);
    let squares = 0;
    for (let i = 0; i < vector.length; i++) {
      const value = vector[i] as number;
      squares += value * value;
      if (value < 0) uint8[start + (i >> 3)] = (uint8[start + (i >> 3)] as number) | (1 << (i & 7));
    }
    return 1 / Math.sqrt(squares);
  }

  #record(node: number): number {
    return recordAddress(this.layout, node) / 4;
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, Math.ceil(this.#capacity * GROWTH));
    try {
      this.kernel.grow(this.layout.firstBlock + capacity * this.layout.blockBytes);
    } catch (cause) {
      throw new MnemeError(
        'unavailable',
        `There is no memory for ${capacity * BLOCK_NODES} vectors.`,
        {
          cause,
          hint: 'Split the bank or use an encoder with fewer dimensions.',
        },
      );
    }
    this.#capacity = capacity;
  }
}

/** Throws `corrupt` if a dump ends too early. */
export function nextPiece(pieces: Iterator<Uint8Array>): Uint8Array {
  const next = pieces.next();
  if (next.done === true)
    throw new MnemeError('corrupt', 'The stored graph of vectors ends too early.', {
      hint: 'Run doctor with rebuild.',
    });
  return next.value;
}
