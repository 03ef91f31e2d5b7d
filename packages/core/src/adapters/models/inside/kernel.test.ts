import { describe, expect, it } from 'vitest';
import { createKernel, typescriptKernel, wasmKernel, type Weights } from './sentence-model.js';

const SIZE = { rows: 7, widest: 1536 };

/** Numbers from -most to most, the same in every run. */
function numbers(count: number, most: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 0xffffffff) * 2 * most - most;
  });
}

const weightsOf = (values: Int8Array, outputs: number): Weights => ({
  values,
  scales: numbers(8 + outputs, 0.01, 3),
  biases: numbers(8 + outputs, 1, 4),
});

describe('both kernels', () => {
  it.each([
    [1, 256, 512, false],
    [4, 16, 8, true],
    [5, 1536, 512, false],
    [7, 512, 1536, true],
  ])(
    'apply a layer to %i rows of %i numbers for %i outputs alike',
    (rows, inputs, outputs, floor) => {
      const weights = weightsOf(Int8Array.from(numbers(64 + inputs * outputs, 127, 1)), outputs);
      const x = numbers(rows * inputs, 3, 2);
      // Halves and zeros, where rounding could differ.
      x.set([0, -0, 3, -3, 1.5 / 2730.3333, -1.5 / 2730.3333]);
      const [one, other] = [typescriptKernel(weights, SIZE), wasmKernel(weights, SIZE)].map(
        (kernel) => kernel.apply({ at: 64, scaledAt: 8, inputs, outputs }, x, rows, floor),
      );
      expect(one).toHaveLength(rows * outputs);
      expect(other).toEqual(one);
      expect(one?.some((value) => value < 0)).toBe(!floor);
    },
  );

  it('have room for the largest sums there can be', () => {
    const weights = {
      values: new Int8Array(8 * 1536).fill(-127),
      scales: new Float32Array(8).fill(1),
      biases: new Float32Array(8),
    };
    for (const kernel of [typescriptKernel(weights, SIZE), wasmKernel(weights, SIZE)]) {
      const made = kernel.apply(
        { at: 0, scaledAt: 0, inputs: 1536, outputs: 8 },
        new Float32Array(1536).fill(8191),
        1,
      );
      expect(made[1]).toBe(Math.fround(-127 * 8191 * 1536));
    }
  });
});

describe('createKernel', () => {
  it('computes in TypeScript where there is no WebAssembly', () => {
    const whole = globalThis as { WebAssembly?: unknown };
    const { WebAssembly: kept } = whole;
    try {
      delete whole.WebAssembly;
      expect(createKernel(weightsOf(new Int8Array(16), 8), SIZE).name).toBe('typescript');
    } finally {
      whole.WebAssembly = kept;
    }
    expect(createKernel(weightsOf(new Int8Array(16), 8), SIZE).name).toBe('wasm-simd');
  });
});
