import { describe, expect, it } from 'vitest';
import { clustered, textLike, uniform } from '../../../../../../test/support/vector-collections.js';
import { createHnswIndex, type HnswIndex, type HnswOptions } from './hnsw-index.js';
import { typescriptGraphKernel, wasmGraphKernel } from './kernel.js';

const DIMENSIONS = 96;
const bytesOf = (index: HnswIndex): Buffer => Buffer.concat([...index.dump()]);

function filled(vectors: readonly Int8Array[], options: HnswOptions): HnswIndex {
  const index = createHnswIndex(DIMENSIONS, {
    construction: 48,
    exactLimit: 32,
    breadth: 64,
    ...options,
  });
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

describe('an HNSW index', () => {
  const { vectors, queries } = textLike(700, DIMENSIONS, 10);

  it('builds the same graph on both kernels, and finds the same', () => {
    const [fast, plain] = [wasmGraphKernel, typescriptGraphKernel].map((makeKernel) =>
      filled(vectors, { makeKernel }),
    ) as [HnswIndex, HnswIndex];
    expect([fast.kernel, plain.kernel]).toEqual(['wasm-simd', 'typescript']);
    for (let slot = 0; slot < 300; slot += 2)
      for (const index of [fast, plain]) index.put(slot, vectors[slot + 1] as Int8Array);
    expect(bytesOf(fast).equals(bytesOf(plain))).toBe(true);
    for (const query of queries) {
      expect(plain.nearest(query, 20)).toEqual(fast.nearest(query, 20));
      expect(plain.nearest(query, 20, (slot) => slot % 5 !== 0)).toEqual(
        fast.nearest(query, 20, (slot) => slot % 5 !== 0),
      );
      expect(plain.similarities([3, 400], query)).toEqual(fast.similarities([3, 400], query));
    }
  });

  it('draws another graph from another seed, and from other settings, and says so in its format', () => {
    const one = filled(vectors, { seed: 1 });
    for (const other of [filled(vectors, { seed: 2 }), filled(vectors, { maxLinks: 8 })]) {
      expect(other.format).not.toBe(one.format);
      expect(bytesOf(other).equals(bytesOf(one))).toBe(false);
    }
  });

  it('finds more with a broader search', () => {
    const index = filled(vectors, {});
    const exact = filled(vectors, { exactLimit: 10_000 });
    const hits = (breadth: number): number => {
      index.breadth = breadth;
      return queries.reduce((sum, query) => {
        const truth = new Set(exact.nearest(query, 10).slots);
        return sum + index.nearest(query, 10).slots.filter((slot) => truth.has(slot)).length;
      }, 0);
    };
    const [narrow, broad] = [hits(16), hits(600)];
    expect(broad).toBeGreaterThan(narrow);
    expect(broad).toBeGreaterThanOrEqual(98);
  });

  it('leads through what a filter refuses', () => {
    const clusters = clustered(1_200, DIMENSIONS, 10);
    const index = filled(clusters.vectors, {});
    const exact = filled(clusters.vectors, { exactLimit: 10_000 });
    // What is accepted lies in islands: the refused ones are the only way between them.
    const accepts = (slot: number): boolean => slot % 8 === 1;
    let same = 0;
    for (const query of clusters.queries) {
      const truth = new Set(exact.nearest(query, 10, accepts).slots);
      same += index.nearest(query, 10, accepts).slots.filter((slot) => truth.has(slot)).length;
    }
    expect(same).toBeGreaterThanOrEqual(98);
  });

  it('frees the nodes of vectors that were replaced, and finds the others still', () => {
    const { vectors: first, queries: asked } = clustered(600, DIMENSIONS, 10, 5);
    const index = filled(first, {});
    const { bytes } = index;
    const next = uniform(6);
    for (let round = 0; round < 4; round++) {
      for (let slot = 300; slot < 600; slot++)
        index.put(
          slot,
          Int8Array.from({ length: DIMENSIONS }, () => next() * 200 - 100),
        );
    }
    expect(index.bytes).toBeLessThan(bytes * 2);
    const exact = createHnswIndex(DIMENSIONS, { exactLimit: 10_000, construction: 48 });
    exact.restore(index.dump());
    let same = 0;
    for (const query of asked) {
      const truth = new Set(exact.nearest(query, 10).slots);
      same += index.nearest(query, 10).slots.filter((slot) => truth.has(slot)).length;
    }
    expect(same).toBeGreaterThanOrEqual(95);
  });

  it('finds as many as are asked for, also when the graph holds together badly', () => {
    const index = filled(vectors, { maxLinks: 4, construction: 1, exactLimit: 1, breadth: 4 });
    for (const query of queries) expect(index.nearest(query, 40).slots.length).toBe(40);
  });

  it('refuses settings out of range, and a graph that ends too early', () => {
    for (const [field, value] of Object.entries({
      maxLinks: 5,
      construction: 2_000,
      breadth: Number.NaN,
    })) {
      expect(() => createHnswIndex(8, { [field]: value })).toThrow(
        expect.objectContaining({ code: 'invalid_input', field }),
      );
    }
    const pieces = [...filled(vectors, {}).dump()];
    expect(() => filled([], {}).restore(pieces.slice(0, -1))).toThrow(
      expect.objectContaining({ code: 'corrupt' }),
    );
  });
});
