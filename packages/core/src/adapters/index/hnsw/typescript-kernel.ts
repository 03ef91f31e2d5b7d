import { GrowingViews, type Views } from '../exact/views.js';
import type { GraphKernel } from './kernel.js';
import { codeAddress, recordAddress, type Area, type NodeLayout } from './node-layout.js';

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
