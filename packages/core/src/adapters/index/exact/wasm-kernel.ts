import {
  type BlockLayout,
  GROUP,
  type Kernel,
  type Views,
  viewsOf,
  type Within,
} from './kernel.js';
import { SCAN_WASM } from './scan-wasm.js';

const PAGE = 65_536;

interface LinearMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The exports of scan.wat. */
interface Scan {
  readonly memory: LinearMemory;
  encode(vector: number, code: number, dimensions: number, stride: number): number;
  distances(
    codes: number,
    mask: number,
    out: number,
    count: number,
    tables: number,
    bytes: number,
  ): void;
  count(distances: number, count: number, histogram: number): void;
  within(
    distances: number,
    count: number,
    list: number,
    distance: number,
    ties: number,
    only: number,
  ): number;
  refine(
    tails: number,
    list: number,
    count: number,
    out: number,
    planes: number,
    histogram: number,
    dimensions: number,
  ): void;
  scores(
    vectors: number,
    inverseNorms: number,
    list: number,
    count: number,
    out: number,
    query: number,
    scale: number,
    dimensions: number,
  ): void;
}

/** The part of the WebAssembly API in use: its types are in the DOM library, which the engine does not include. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The loops of scan.wat. Throws if the runtime lacks WebAssembly or 128-bit SIMD. */
export function wasmKernel(layout: BlockLayout): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly;
  return new WasmKernel(
    layout,
    new Instance(new Module(Buffer.from(SCAN_WASM, 'base64'))).exports as Scan,
  );
}

class WasmKernel implements Kernel {
  readonly name = 'wasm-simd';
  #views: Views;

  constructor(
    private readonly layout: BlockLayout,
    private readonly scan: Scan,
  ) {
    this.#views = viewsOf(scan.memory.buffer);
  }

  get views(): Views {
    return this.#views;
  }

  grow(bytes: number): void {
    const { memory } = this.scan;
    const missing = bytes - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    this.#views = viewsOf(memory.buffer);
  }

  encode(block: number, place: number): number {
    const { vectors, heads, tails, padded, headBytes, tailBytes } = this.layout;
    const vector = block + vectors + place * padded;
    const head = headBytes * 8;
    const group = place - (place % GROUP);
    const squares = this.scan.encode(
      vector,
      block + heads + group * headBytes + (place % GROUP),
      head,
      GROUP,
    );
    return tailBytes === 0
      ? squares
      : squares +
          this.scan.encode(vector + head, block + tails + place * tailBytes, padded - head, 1);
  }

  distances(block: number, mask: number, count: number): void {
    if (count === 0) return;
    const { heads, distances, tables, histogram, headBytes } = this.layout;
    this.scan.distances(block + heads, mask, block + distances, count, tables, headBytes);
    this.scan.count(block + distances, count, histogram);
  }

  within(block: number, count: number, distance: number, ties: number, only: boolean): Within {
    if (count === 0) return { listed: 0, tied: 0 };
    const { distances, list } = this.layout;
    const found = this.scan.within(block + distances, count, list, distance, ties, only ? 1 : 0);
    return { listed: found & 0xffff, tied: found >>> 16 };
  }

  refine(block: number, count: number): void {
    if (count === 0) return;
    const { tails, distances, list, planes, histogram, headBytes, tailBytes } = this.layout;
    this.scan.refine(
      block + tails,
      list,
      count,
      block + distances,
      planes + headBytes * 3,
      histogram,
      tailBytes * 8,
    );
  }

  scores(block: number, count: number): void {
    if (count === 0) return;
    const { vectors, inverseNorms, list, scores, query, scale, padded } = this.layout;
    this.scan.scores(
      block + vectors,
      block + inverseNorms,
      list,
      count,
      scores,
      query,
      scale,
      padded,
    );
  }
}
