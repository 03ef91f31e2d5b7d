import { GrowingViews, type KernelName, type Views, viewsOf } from '../exact/kernel.js';
import { GRAPH_WASM } from './graph-wasm.js';
import { type Area, codeAddress, type NodeLayout, recordAddress } from './node-layout.js';

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
