import { GrowingViews, type KernelName, type Views, viewsOf } from '../exact/kernel.js';
import { GRAPH_WASM } from './graph-wasm.js';

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

/**
 * The inner loops over one linear memory, laid out by a {@link NodeLayout}. Every kernel computes the same integers
 * and rounds at the same places, so graphs and results agree to the bit.
 */
export interface GraphKernel {
  readonly name: KernelName;
  /** Views of the memory; replaced by `grow`. */
  readonly views: Views;
  /** Grows the memory to at least this size; new bytes are zero. Throws a RangeError if there is no room. */
  grow(bytes: number): void;
  /** Copies a node's vector into an area. */
  widen(node: number, area: Area): void;
  /** Cosines of the first `count` nodes of the list to the vector in an area, whose inverse norm is `scale`. */
  scores(area: Area, scale: number, count: number): void;
  /** Negated weighted Hamming distances of the first `count` nodes of the list to the query's planes. */
  likenesses(count: number): void;
}

export type MakeGraphKernel = (layout: NodeLayout) => GraphKernel;

/** The loops of graph.wat in plain TypeScript, number for number, for runtimes without WebAssembly SIMD. */
export function typescriptGraphKernel(layout: NodeLayout): GraphKernel {
  return new TypeScriptGraphKernel(layout);
}

class TypeScriptGraphKernel implements GraphKernel {
  readonly name = 'typescript';
  readonly #memory = new GrowingViews();

  constructor(private readonly layout: NodeLayout) {}

  get views(): Views {
    return this.#memory.views;
  }

  grow(bytes: number): void {
    this.#memory.grow(bytes);
  }

  widen(node: number, area: Area): void {
    const { vector, padded, areaBytes } = this.layout;
    const { int8, int16 } = this.views;
    const start = recordAddress(this.layout, node) + vector;
    int16.set(int8.subarray(start, start + padded), (area * areaBytes) / 2);
  }

  scores(area: Area, scale: number, count: number): void {
    const { vector, padded, areaBytes, list, scores } = this.layout;
    const { int8, int16, int32, float32 } = this.views;
    const lanes = (area * areaBytes) / 2;
    for (let i = 0; i < count; i++) {
      const record = recordAddress(this.layout, int32[list / 4 + i] as number);
      const start = record + vector;
      let dot = 0;
      for (let j = 0; j < padded; j++)
        dot += (int8[start + j] as number) * (int16[lanes + j] as number);
      float32[scores / 4 + i] = dot * scale * (float32[record / 4] as number);
    }
  }

  likenesses(count: number): void {
    const { codeBytes, planes, list, scores } = this.layout;
    const { int32, float32 } = this.views;
    for (let i = 0; i < count; i++) {
      const start = codeAddress(this.layout, int32[list / 4 + i] as number) / 4;
      let distance = 0;
      for (let at = start, plane = planes / 4; at < start + codeBytes / 4; at += 4, plane += 12) {
        for (let part = 0; part < 4; part++) {
          const differs = (int32[at + part] as number) ^ (int32[plane + part] as number);
          distance += popcount(differs & (int32[plane + part + 4] as number));
          distance += 2 * popcount(differs & (int32[plane + part + 8] as number));
        }
      }
      // 0 - distance, because -distance could be a negative zero.
      float32[scores / 4 + i] = 0 - distance;
    }
  }
}

/** Bits set in a 32-bit word (Warren, Hacker's Delight, 2nd ed., figure 5-2). */
function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const PAGE = 65_536;

/** The exports of graph.wat. */
interface GraphLoops {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  widen(vector: number, out: number, dimensions: number): void;
  scores: (
    ...numbers: [
      first: number,
      blockBytes: number,
      stride: number,
      offset: number,
      list: number,
      count: number,
      out: number,
      lanes: number,
      scale: number,
      dimensions: number,
    ]
  ) => void;
  likenesses: (
    ...numbers: [
      first: number,
      blockBytes: number,
      stride: number,
      list: number,
      count: number,
      out: number,
      planes: number,
      dimensions: number,
    ]
  ) => void;
}

/** The part of the WebAssembly API in use: its types are in the DOM library, which the engine does not include. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The loops of graph.wat. Throws if the runtime lacks WebAssembly or 128-bit SIMD. */
export function wasmGraphKernel(layout: NodeLayout): GraphKernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly;
  return new WasmGraphKernel(
    layout,
    new Instance(new Module(Buffer.from(GRAPH_WASM, 'base64'))).exports as GraphLoops,
  );
}

class WasmGraphKernel implements GraphKernel {
  readonly name = 'wasm-simd';
  #views: Views;

  constructor(
    private readonly layout: NodeLayout,
    private readonly loops: GraphLoops,
  ) {
    this.#views = viewsOf(loops.memory.buffer);
  }

  get views(): Views {
    return this.#views;
  }

  grow(bytes: number): void {
    const { memory } = this.loops;
    const missing = bytes - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    this.#views = viewsOf(memory.buffer);
  }

  widen(node: number, area: Area): void {
    const { vector, padded, areaBytes } = this.layout;
    this.loops.widen(recordAddress(this.layout, node) + vector, area * areaBytes, padded);
  }

  scores(area: Area, scale: number, count: number): void {
    if (count === 0) return;
    const { firstBlock, blockBytes, records, stride, vector, padded, areaBytes, list, scores } =
      this.layout;
    this.loops.scores(
      firstBlock + records,
      blockBytes,
      stride,
      vector,
      list,
      count,
      scores,
      area * areaBytes,
      scale,
      padded,
    );
  }

  likenesses(count: number): void {
    if (count === 0) return;
    const { firstBlock, blockBytes, codeBytes, padded, planes, list, scores } = this.layout;
    this.loops.likenesses(firstBlock, blockBytes, codeBytes, list, count, scores, planes, padded);
  }
}
