import { beforeAll, describe, expect, it } from 'vitest';
import {
  bell,
  clustered,
  cosineOf,
  textLike,
  uniform,
  type Collection,
} from '../../../../../../test/support/vector-collections.js';
import { createExactIndex, type ExactIndex } from './exact-index.js';
import { typescriptKernel } from './kernel.js';
import { wasmKernel } from './wasm-kernel.js';

/** Banks large enough for the codes to choose the candidates. */
const DIMENSIONS = 1024;
const SLOTS = 8_000;

const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);

function random(): Collection {
  const next = uniform(11);
  return {
    vectors: times(SLOTS, () =>
      Int8Array.from({ length: DIMENSIONS }, () => Math.round(bell(next) * 60)),
    ),
    queries: times(12, () => Float32Array.from({ length: DIMENSIONS }, () => bell(next))),
  };
}

function filled(vectors: readonly Int8Array[], index: ExactIndex): ExactIndex {
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

/** Every cosine of a full scan, by slot. */
function fullScan({ vectors }: Collection, query: Float32Array): Float64Array {
  return Float64Array.from(vectors, (vector) => cosineOf(vector, query));
}

/** The score of the `k`-th best: whoever reaches it belongs to the best, ties included. */
function kthBest(scores: Float64Array, k: number, accepts: (slot: number) => boolean): number {
  return scores
    .filter((_, slot) => accepts(slot))
    .sort()
    .at(-k) as number;
}

const COLLECTIONS = {
  random,
  clustered: () => clustered(SLOTS, DIMENSIONS, 12),
  texts: () => textLike(SLOTS, DIMENSIONS, 12),
};

describe.each(Object.entries(COLLECTIONS))(
  'candidates by codes among %s vectors',
  (_name, make) => {
    let collection: Collection;
    let index: ExactIndex;
    let scans: readonly Float64Array[];

    beforeAll(() => {
      collection = make();
      index = filled(collection.vectors, createExactIndex(DIMENSIONS, wasmKernel));
      scans = collection.queries.map((query) => fullScan(collection, query));
    }, 60_000);

    it.each([
      ['all slots', () => true],
      ['half of the slots', (slot: number) => slot % 2 === 0],
      ['a few slots', (slot: number) => slot % 97 === 0],
    ])('keep a recall@10 of 0.95 over %s', (_filter, accepts) => {
      let hits = 0;
      collection.queries.forEach((query, at) => {
        const { slots, scores } = index.nearest(query, 10, accepts);
        expect(slots.every(accepts)).toBe(true);
        expect(slots.length).toBe(10);
        const least = kthBest(scans[at] as Float64Array, 10, accepts) - 1e-5;
        hits += scores.filter((score) => score >= least).length;
      });
      expect(hits / (10 * collection.queries.length)).toBeGreaterThanOrEqual(0.95);
    });

    it('are the same for both kernels', () => {
      const standIn = filled(collection.vectors, createExactIndex(DIMENSIONS, typescriptKernel));
      for (const query of collection.queries.slice(0, 5)) {
        expect(standIn.nearest(query, 100)).toEqual(index.nearest(query, 100));
        expect(standIn.similarity(17, query)).toBe(index.similarity(17, query));
      }
    });
  },
);

describe('candidates among equal vectors', () => {
  it('are the lowest slots', () => {
    const vector = new Int8Array(128).map((_, i) => (i % 3) - 1);
    const index = filled(
      times(6000, () => vector),
      createExactIndex(128),
    );
    const { slots } = index.nearest(Float32Array.from(vector), 50);
    expect([...slots]).toEqual([...Array(50).keys()]);
  });
});
