import { viewsOf, type Views } from '../exact/views.js';
import { GRAPH_WASM } from './graph-wasm.js';
import type { GraphKernel } from './kernel.js';
import { recordAddress, type Area, type NodeLayout } from './node-layout.js';

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
