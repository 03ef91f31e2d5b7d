import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import type { VectorIndex } from '../../packages/core/src/ports/indexes.js';
import {
  clustered,
  cosineOf,
  rankAll,
  textLike,
  uniform,
  type Collection,
} from '../support/vector-collections.js';

export interface VectorIndexSubject {
  readonly make: (dimensions: number) => VectorIndex;
  /** Vectors of the collections that recall is measured on. */
  readonly vectors: number;
}

const DIMENSIONS = 256;
const QUERIES = 15;
const MIN_RECALL = 0.95;

type Accepts = (slot: number) => boolean;

function filled(index: VectorIndex, vectors: readonly Int8Array[]): VectorIndex {
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

/** Each query's cosine to each vector. */
function cosinesOf(
  vectors: readonly Int8Array[],
  queries: readonly Float32Array[],
): Float64Array[] {
  return queries.map((query) => Float64Array.from(vectors, (vector) => cosineOf(vector, query)));
}

/** Share of the true ten that are found; whoever scores as the tenth does belongs to them. */
function recall(
  index: VectorIndex,
  queries: readonly Float32Array[],
  cosines: readonly Float64Array[],
  accepts?: Accepts,
): number {
  let hits = 0;
  let wanted = 0;
  queries.forEach((query, at) => {
    const truth = cosines[at] as Float64Array;
    const best = truth
      .filter((_, slot) => accepts?.(slot) !== false)
      .sort()
      .slice(-10);
    const { slots, scores } =
      accepts === undefined ? index.nearest(query, 10) : index.nearest(query, 10, accepts);
    expect(slots.length).toBe(best.length);
    expect(new Set(slots).size).toBe(slots.length);
    expect([...slots].every((slot) => accepts?.(slot) !== false)).toBe(true);
    expect(
      [...slots].every(
        (slot, place) => Math.abs((truth[slot] as number) - (scores[place] as number)) < 1e-3,
      ),
    ).toBe(true);
    expect(
      [...scores].every((score, place) => place === 0 || score <= (scores[place - 1] as number)),
    ).toBe(true);
    const least = (best[0] ?? 0) - 1e-4;
    hits += [...slots].filter((slot) => (truth[slot] as number) >= least).length;
    wanted += best.length;
  });
  return wanted === 0 ? 1 : hits / wanted;
}

function answers(index: VectorIndex, queries: readonly Float32Array[]): unknown {
  return queries.map((query) => [
    index.nearest(query, 12),
    index.nearest(query, 12, (slot) => slot % 3 === 1),
    index.similarities([0, 5, 99_999, 7], query),
  ]);
}

/** What every vector index owes its callers. */
export function vectorIndexContract(
  name: string,
  { make, vectors: count }: VectorIndexSubject,
): void {
  describe(`the vector index ${name}`, () => {
    findsTheNearest(make, {
      clustered: clustered(count, DIMENSIONS, QUERIES),
      'text-like': textLike(count, DIMENSIONS, QUERIES),
    });
    followsChanges(make, Math.floor(count / 3));
    isACache(make, Math.floor(count / 3));
    holdsAtTheEdges(make);
  });
}

function findsTheNearest(
  make: VectorIndexSubject['make'],
  collections: Record<string, Collection>,
): void {
  describe.each(Object.entries(collections))('among %s vectors', (_name, { vectors, queries }) => {
    const index = filled(make(DIMENSIONS), vectors);
    const cosines = cosinesOf(vectors, queries);

    it.each<[string, Accepts | undefined]>([
      ['all', undefined],
      ['half, every other', (slot) => slot % 2 === 0],
      ['half, the later', (slot) => slot * 2 >= vectors.length],
      ['one in a hundred', (slot) => slot % 100 === 7],
      ['none', () => false],
    ])('finds the nearest of %s', (_filter, accepts) => {
      expect(recall(index, queries, cosines, accepts)).toBeGreaterThanOrEqual(MIN_RECALL);
    });

    it('scores many slots as it scores each', () => {
      const [query] = queries as [Float32Array];
      const slots = [5, 0, vectors.length - 1, 5];
      expect([...index.similarities(slots, query)]).toEqual(
        slots.map((slot) => index.similarity(slot, query)),
      );
      expect(index.similarity(5, query)).toBeCloseTo(cosineOf(vectors[5] as Int8Array, query), 4);
    });
  });
}

function followsChanges(make: VectorIndexSubject['make'], count: number): void {
  const { vectors, queries } = clustered(count, DIMENSIONS, QUERIES, 21);

  it('finds replaced vectors by what they are now', () => {
    const index = filled(make(DIMENSIONS), vectors);
    const now = [...vectors];
    const others = clustered(count, DIMENSIONS, 0, 22).vectors;
    for (let round = 0; round < 2; round++) {
      for (let slot = round; slot < count; slot += 2) {
        now[slot] = others[slot] as Int8Array;
        index.put(slot, others[slot] as Int8Array);
      }
    }
    expect(index.size).toBe(count);
    const asked = [...queries, ...others.slice(0, 10).map((vector) => Float32Array.from(vector))];
    expect(recall(index, asked, cosinesOf(now, asked))).toBeGreaterThanOrEqual(MIN_RECALL);
  });

  it('finds what is left when vectors are set to zero', () => {
    const index = filled(make(DIMENSIONS), vectors);
    const now = vectors.map((vector, slot) =>
      slot % 3 === 0 ? new Int8Array(DIMENSIONS) : vector,
    );
    now.forEach((vector, slot) => index.put(slot, vector));
    expect(recall(index, queries, cosinesOf(now, queries))).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(index.similarity(3, queries[0] as Float32Array)).toBe(0);
    for (const query of queries)
      expect([...index.nearest(query, 10).slots].some((slot) => slot % 3 === 0)).toBe(false);
  });

  it('is emptied and filled again', () => {
    const index = make(DIMENSIONS);
    for (let round = 0; round < 3; round++) {
      filled(index, vectors.slice(0, 300));
      for (let slot = 0; slot < 300; slot++) index.put(slot, new Int8Array(DIMENSIONS));
    }
    expect([...index.nearest(queries[0] as Float32Array, 3).slots]).toEqual([0, 1, 2]);
    filled(index, vectors.slice(0, 300));
    expect(
      recall(index, queries, cosinesOf(vectors.slice(0, 300), queries)),
    ).toBeGreaterThanOrEqual(MIN_RECALL);
  });

  it('holds no more for a slot that is replaced many times', () => {
    const index = filled(make(64), clustered(500, 64, 0, 23).vectors);
    const { bytes } = index;
    const next = uniform(24);
    for (let round = 0; round < 1_500; round++)
      index.put(
        7,
        Int8Array.from({ length: 64 }, () => next() * 200 - 100),
      );
    // Memory comes in blocks; 1,500 vectors more would take several.
    expect(index.bytes).toBeLessThan(bytes * 2.5);
  });

  it('finds all of many equal vectors, the lowest slots first, and what lies beyond them', () => {
    const same = new Int8Array(DIMENSIONS).map((_, i) => (i % 3) - 1);
    const crowd = [
      ...vectors.slice(0, 100),
      ...Array.from({ length: 600 }, () => same),
      ...vectors.slice(100, 250),
    ];
    const index = filled(make(DIMENSIONS), crowd);
    expect([...index.nearest(Float32Array.from(same), 50).slots]).toEqual(
      Array.from({ length: 50 }, (_, at) => 100 + at),
    );
    expect([...index.nearest(Float32Array.from(same), 5, (slot) => slot >= 640).slots]).toEqual([
      640, 641, 642, 643, 644,
    ]);
    expect(recall(index, queries, cosinesOf(crowd, queries))).toBeGreaterThanOrEqual(MIN_RECALL);
  });
}

function isACache(make: VectorIndexSubject['make'], count: number): void {
  const { vectors, queries } = textLike(count, DIMENSIONS, 8, 31);

  it('gives the same answers for the same puts in the same order', () => {
    const [one, other] = [filled(make(DIMENSIONS), vectors), filled(make(DIMENSIONS), vectors)];
    expect(answers(one, queries)).toEqual(answers(other, queries));
    expect(Buffer.concat([...one.dump()]).equals(Buffer.concat([...other.dump()]))).toBe(true);
  });

  it('is restored as it was, and grows on as it would have', () => {
    const index = filled(make(DIMENSIONS), vectors.slice(0, -50));
    for (let slot = 0; slot < 200; slot += 2) index.put(slot, vectors[slot + 1] as Int8Array);
    const restored = make(DIMENSIONS);
    expect(restored.format).toBe(index.format);
    restored.restore(index.dump());
    expect(restored.size).toBe(index.size);
    expect(answers(restored, queries)).toEqual(answers(index, queries));
    for (const each of [index, restored])
      for (let slot = count - 60; slot < count; slot++)
        each.put(slot, vectors[count - 1 - slot] as Int8Array);
    expect(answers(restored, queries)).toEqual(answers(index, queries));
  });

  it('is restored empty from empty', () => {
    const restored = make(DIMENSIONS);
    restored.restore(make(DIMENSIONS).dump());
    expect(restored.size).toBe(0);
    restored.put(0, vectors[0] as Int8Array);
    expect([...restored.nearest(queries[0] as Float32Array, 3).slots]).toEqual([0]);
  });
}

function holdsAtTheEdges(make: VectorIndexSubject['make']): void {
  it('finds nothing when empty, and nothing for k below 1', () => {
    const empty = make(64);
    const query = new Float32Array(64).fill(1);
    expect(empty.size).toBe(0);
    expect(empty.nearest(query, 5).slots.length).toBe(0);
    empty.put(0, new Int8Array(64).fill(1));
    for (const k of [0, -1, Number.NaN]) expect(empty.nearest(query, k).slots.length).toBe(0);
  });

  it('gives all slots when k exceeds the size, and never one without a vector', () => {
    const index = make(16);
    const vector = (value: number): Int8Array => new Int8Array(16).fill(value);
    index.put(3, vector(-5));
    index.put(2500, vector(9));
    index.put(7, vector(0));
    expect(index.size).toBe(2501);
    for (const accepts of [undefined, () => true]) {
      const { slots, scores } = index.nearest(new Float32Array(16).fill(0.5), 100, accepts);
      expect([...slots]).toEqual([2500, 7, 3]);
      expect([...scores].map((score) => Math.round(score * 1e6) / 1e6)).toEqual([1, 0, -1]);
    }
    for (const slot of [4, 7, 9999, -1])
      expect(index.similarity(slot, new Float32Array(16).fill(1))).toBe(0);
  });

  it('scores 0 for a query that is zero or no number, lower slots first', () => {
    const index = filled(make(32), clustered(700, 32, 0, 41).vectors);
    for (const value of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { slots, scores } = index.nearest(
        new Float32Array(32).fill(value),
        3,
        (slot) => slot > 4,
      );
      expect([...slots]).toEqual([5, 6, 7]);
      expect(scores.every((score) => score === 0)).toBe(true);
    }
    const oneBad = new Float32Array(32).fill(1);
    oneBad[9] = Number.NaN;
    expect([...index.nearest(oneBad, 1).scores]).toEqual([0]);
  });

  it('bears the extremes of int8 at the most dimensions', () => {
    const index = filled(make(4096), [
      new Int8Array(4096).fill(-128),
      new Int8Array(4096).fill(127),
    ]);
    const { slots, scores } = index.nearest(new Float32Array(4096).fill(-1e30), 2);
    expect([...slots]).toEqual([0, 1]);
    expect([...scores]).toEqual([1, -1]);
  });

  it('refuses wrong lengths and slots', () => {
    const index = make(64);
    const refused = [
      () => index.put(0, new Int8Array(63)),
      () => index.put(-1, new Int8Array(64)),
      () => index.put(0.5, new Int8Array(64)),
      () => index.nearest(new Float32Array(65), 1),
      () => index.similarity(0, new Float32Array(0)),
      () => make(0),
      () => make(4097),
    ];
    for (const attempt of refused) {
      expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_input' }));
      expect(attempt).toThrow(MnemeError);
    }
  });

  it('orders a few vectors as their cosines do, whatever the dimensions, the scale and the filter (property)', () => {
    const cases = fc.record({
      dimensions: fc.integer({ min: 1, max: 300 }),
      count: fc.integer({ min: 1, max: 60 }),
      scale: fc.constantFrom(1e-6, 1, 1e6),
      every: fc.integer({ min: 1, max: 7 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(cases, ({ dimensions, count, scale, every, seed }) => {
        const { vectors, queries } = clustered(count, dimensions, 1, seed);
        const query = (queries[0] as Float32Array).map((value) => value * scale);
        const accepts: Accepts = (slot) => slot % every === 0;
        const { slots, scores } = filled(make(dimensions), vectors).nearest(query, 10, accepts);
        const expected = rankAll(vectors, query, accepts).slice(0, 10);
        expect(slots.length).toBe(expected.length);
        expect([...slots].every(accepts)).toBe(true);
        // The rounded query may swap near-equal neighbours; what stands at a place scores what should stand there.
        expected.forEach(({ score }, at) => expect(scores[at]).toBeCloseTo(score, 3));
      }),
      { numRuns: 60 },
    );
  });
}
