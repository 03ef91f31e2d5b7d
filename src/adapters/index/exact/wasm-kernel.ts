import type { BlockLayout } from './block-layout.js';
import type { Kernel } from './kernel.js';
import { SCAN_WASM } from './scan-wasm.js';
import { viewsOf, type Views } from './views.js';

const PAGE = 65_536;

interface LinearMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What scan.wat exports. */
interface Scan {
  readonly memory: LinearMemory;
  encode(vector: number, code: number, dimensions: number): number;
  distances(
    codes: number,
    mask: number,
    out: number,
    count: number,
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

/** The part of the WebAssembly API in use: it is typed by the DOM library, which the engine does not include. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The loops of scan.wat. Throws when the runtime has no WebAssembly, or one without 128-bit SIMD. */
export function wasmKernel(layout: BlockLayout): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  return new WasmKernel(layout, new Instance(new Module(Buffer.from(SCAN_WASM, 'base64'))).exports as Scan);
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
    const { vectors, codes, padded, codeBytes } = this.layout;
    return this.scan.encode(block + vectors + place * padded, block + codes + place * codeBytes, padded);
  }

  distances(block: number, mask: number, count: number): void {
    if (count === 0) return;
    const { codes, distances, planes, histogram, padded } = this.layout;
    this.scan.distances(block + codes, mask, block + distances, count, planes, histogram, padded);
  }

  scores(block: number, count: number): void {
    if (count === 0) return;
    const { vectors, inverseNorms, list, scores, query, scale, padded } = this.layout;
    this.scan.scores(block + vectors, block + inverseNorms, list, count, scores, query, scale, padded);
  }
}
