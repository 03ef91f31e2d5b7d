import { viewsOf, type Views } from '../exact/views.js';
import type { GraphKernel } from './kernel.js';
import type { Area, NodeLayout } from './node-layout.js';

/** The loops of graph.wat in plain TypeScript, number for number, for runtimes without WebAssembly SIMD. */
export function typescriptGraphKernel(layout: NodeLayout): GraphKernel {
  return new TypeScriptGraphKernel(layout);
}

class TypeScriptGraphKernel implements GraphKernel {
  readonly name = 'typescript';
  #views = viewsOf(new ArrayBuffer(0));

  constructor(private readonly layout: NodeLayout) {}

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

  widen(node: number, area: Area): void {
    const { first, stride, vector, padded, areaBytes } = this.layout;
    const { int8, int16 } = this.#views;
    const start = first + node * stride + vector;
    int16.set(int8.subarray(start, start + padded), (area * areaBytes) / 2);
  }

  scores(area: Area, scale: number, count: number): void {
    const { first, stride, vector, padded, areaBytes, list, scores } = this.layout;
    const { int8, int16, int32, float32 } = this.#views;
    const lanes = (area * areaBytes) / 2;
    for (let i = 0; i < count; i++) {
      const record = first + (int32[list / 4 + i] as number) * stride;
      const start = record + vector;
      let dot = 0;
      for (let j = 0; j < padded; j++) dot += (int8[start + j] as number) * (int16[lanes + j] as number);
      float32[scores / 4 + i] = dot * scale * (float32[record / 4] as number);
    }
  }
}
