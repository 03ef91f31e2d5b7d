import { describe, expect, it } from 'vitest';
import {
  cosineOf,
  rankAll,
  uniform,
  type Uniform,
} from '../../../../../../test/support/vector-collections.js';
import { createExactIndex, type ExactIndex } from './exact-index.js';
import { type MakeKernel, typescriptKernel } from './kernel.js';
import { wasmKernel } from './wasm-kernel.js';

const normal = (next: Uniform): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

const normals = (next: Uniform, length: number): Float32Array =>
  Float32Array.from({ length }, () => normal(next));

function quantised(vector: Float32Array): Int8Array {
  const peak = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (peak > 0 ? Math.round((value / peak) * 127) : 0));
}

/** The definition that the index must meet: float64 cosine, all slots, ties to the lower slot. */
function naive(vectors: readonly Int8Array[], query: Float32Array, k: number): number[] {
  return rankAll(vectors, query)
    .slice(0, k)
    .map(({ slot }) => slot);
}

function filled(vectors: readonly Int8Array[], make?: MakeKernel): ExactIndex {
  const index = createExactIndex((vectors[0] as Int8Array).length, make);
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

const kernels: Record<string, MakeKernel> = {
  'wasm-simd': wasmKernel,
  typescript: typescriptKernel,
};

describe.each(Object.entries(kernels))('an exact index on %s', (name, make) => {
  it('names its kernel', () => {
    expect(createExactIndex(16, make).kernel).toBe(name);
  });

  it('finds nothing when empty, and nothing for k below 1', () => {
    const empty = createExactIndex(64, make);
    expect(empty.size).toBe(0);
    expect([...empty.nearest(new Float32Array(64).fill(1), 5).slots]).toEqual([]);
    empty.put(0, new Int8Array(64).fill(1));
    for (const k of [0, -1, Number.NaN])
      expect(empty.nearest(new Float32Array(64).fill(1), k).slots.length).toBe(0);
  });

  it('orders a small bank as the naive float cosine does', () => {
    const next = uniform(1);
    const vectors = Array.from({ length: 1500 }, () => quantised(normals(next, 256)));
    const index = filled(vectors, make);
    for (let trial = 0; trial < 10; trial++) {
      const query = normals(next, 256);
      const { slots, scores } = index.nearest(query, 20);
      expect([...slots]).toEqual(naive(vectors, query, 20));
      scores.forEach((score, i) =>
        expect(score).toBeCloseTo(cosineOf(vectors[slots[i] as number] as Int8Array, query), 4),
      );
    }
  });

  it('gives all slots when k exceeds the size, and never one without a vector', () => {
    const index = createExactIndex(16, make);
    const vector = (value: number): Int8Array => new Int8Array(16).fill(value);
    index.put(3, vector(-5));
    index.put(2500, vector(9));
    index.put(7, vector(0));
    expect(index.size).toBe(2501);
    const { slots, scores } = index.nearest(new Float32Array(16).fill(0.5), 100);
    expect([...slots]).toEqual([2500, 7, 3]);
    expect([...scores].map((score) => Math.round(score * 1e6) / 1e6)).toEqual([1, 0, -1]);
    const accepting = index.nearest(new Float32Array(16).fill(0.5), 100, () => true);
    expect([...accepting.slots]).toEqual([2500, 7, 3]);
    expect(index.similarity(4, new Float32Array(16).fill(1))).toBe(0);
    expect(index.similarity(9999, new Float32Array(16).fill(1))).toBe(0);
    expect(index.similarity(7, new Float32Array(16).fill(1))).toBe(0);
  });

  it('scores 0 for a zero query or one that is no finite number, lower slots first', () => {
    const next = uniform(2);
    const index = filled(
      Array.from({ length: 50 }, () => quantised(normals(next, 32))),
      make,
    );
    for (const value of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { slots, scores } = index.nearest(new Float32Array(32).fill(value), 3);
      expect([...slots]).toEqual([0, 1, 2]);
      expect(scores.every((score) => score === 0)).toBe(true);
    }
  });

  it('finds a replaced vector by its new value alone', () => {
    const next = uniform(3);
    const vectors = Array.from({ length: 300 }, () => quantised(normals(next, 128)));
    const index = filled(vectors, make);
    const query = normals(next, 128);
    const last = naive(vectors, query, 300)[299] as number;
    index.put(last, quantised(query));
    expect(index.nearest(query, 1).slots[0]).toBe(last);
    index.put(last, new Int8Array(128));
    expect(index.similarity(last, query)).toBe(0);
    expect(index.size).toBe(300);
  });

  it('bears the extremes of int8 at the most dimensions', () => {
    const index = filled([new Int8Array(4096).fill(-128), new Int8Array(4096).fill(127)], make);
    const { slots, scores } = index.nearest(new Float32Array(4096).fill(-1e30), 2);
    expect([...slots]).toEqual([0, 1]);
    expect([...scores]).toEqual([1, -1]);
  });
});
