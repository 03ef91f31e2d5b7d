import { describe, expect, it } from 'vitest';
import { createKernel, typescriptKernel, wasmKernel } from './sentence-model.js';

const SIZE = { rows: 7, widest: 1536 };

/** Numbers from -most to most, the same in every run. */
function numbers(count: number, most: number, seed: number): Int16Array {
  let state = seed;
  return Int16Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.round((state / 0xffffffff) * 2 * most) - most;
  });
}

describe('both kernels', () => {
  it.each([
    [1, 256, 512],
    [4, 8, 2],
    [5, 1536, 512],
    [7, 512, 1536],
  ])('multiply %i rows of %i numbers to %i sums alike', (rows, inputs, outputs) => {
    const weights = new Int8Array(numbers(64 + inputs * outputs, 127, 1));
    const kernels = [typescriptKernel(weights, SIZE), wasmKernel(weights, SIZE)] as const;
    const sums = kernels.map((kernel) => {
      kernel.activations.set(numbers(rows * inputs, 8191, 2));
      kernel.multiply({ at: 64, inputs, outputs }, rows);
      return [...kernel.sums.subarray(0, rows * outputs)];
    });
    expect(sums[1]).toEqual(sums[0]);
  });

  it('have room for the largest sums there can be', () => {
    const weights = new Int8Array(2 * 1536).fill(-127);
    for (const kernel of [typescriptKernel(weights, SIZE), wasmKernel(weights, SIZE)]) {
      kernel.activations.fill(8191);
      kernel.multiply({ at: 0, inputs: 1536, outputs: 2 }, 1);
      expect(kernel.sums[1]).toBe(-127 * 8191 * 1536);
    }
  });
});

describe('createKernel', () => {
  it('computes in TypeScript where there is no WebAssembly', () => {
    const whole = globalThis as { WebAssembly?: unknown };
    const { WebAssembly: kept } = whole;
    try {
      delete whole.WebAssembly;
      expect(createKernel(new Int8Array(16), SIZE).name).toBe('typescript');
    } finally {
      whole.WebAssembly = kept;
    }
    expect(createKernel(new Int8Array(16), SIZE).name).toBe('wasm-simd');
  });
});
