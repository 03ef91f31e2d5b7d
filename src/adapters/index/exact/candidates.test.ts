import { beforeAll, describe, expect, it } from 'vitest';
import { createExactIndex, type ExactIndex } from './exact-index.js';
import { typescriptKernel } from './typescript-kernel.js';
import { wasmKernel } from './wasm-kernel.js';

/** Banks large enough for the codes to choose the candidates. */
const DIMENSIONS = 1024;
const SLOTS = 8_000;

type Uniform = () => number;

function uniform(seed: number): Uniform {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Nearly normal: the sum of four uniform numbers. */
const bell = (next: Uniform): number => next() + next() + next() + next() - 2;

interface Collection {
  readonly vectors: readonly Int8Array[];
  readonly queries: readonly Float32Array[];
}

const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);

function random(): Collection {
  const next = uniform(11);
  return {
    vectors: times(SLOTS, () => Int8Array.from({ length: DIMENSIONS }, () => Math.round(bell(next) * 60))),
    queries: times(12, () => Float32Array.from({ length: DIMENSIONS }, () => bell(next))),
  };
}

function clustered(): Collection {
  const next = uniform(12);
  const centres = times(100, () => Float32Array.from({ length: DIMENSIONS }, () => bell(next)));
  const near = (): Float32Array => {
    const centre = centres[Math.floor(next() * centres.length)] as Float32Array;
    return centre.map((value) => value + bell(next));
  };
  return { vectors: times(SLOTS, () => Int8Array.from(near(), (value) => Math.round(value * 30))), queries: times(12, near) };
}

/** Sums of ±1 features with Zipf frequencies, 30 words and their subwords a text, 3 words of one text a query. */
function texts(): Collection {
  const next = uniform(13);
  const features = new Map<number, Int8Array>();
  const feature = (id: number): Int8Array => {
    const known = features.get(id);
    if (known !== undefined) return known;
    const sign = uniform(id * 7919 + 13);
    const made = Int8Array.from({ length: DIMENSIONS }, () => (sign() < 0.5 ? -1 : 1));
    features.set(id, made);
    return made;
  };
  const encode = (words: readonly number[]): Float32Array => {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of words) {
      for (const values of [feature(word), feature(20_000 + (word % 3000))]) {
        for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + (values[i] as number);
      }
    }
    return sum;
  };
  // A log-uniform rank has density 1/rank: Zipf's law over 20,000 words.
  const contents = times(SLOTS, () => times(30, () => Math.floor(20_000 ** next())));
  return {
    vectors: contents.map((words) => Int8Array.from(encode(words), (value) => Math.max(-127, Math.min(127, value * 3)))),
    queries: times(12, () => {
      const words = contents[Math.floor(next() * SLOTS)] as number[];
      return encode(times(3, () => words[Math.floor(next() * words.length)] as number));
    }),
  };
}

function filled(vectors: readonly Int8Array[], index: ExactIndex): ExactIndex {
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

/** Every cosine of a full scan, by slot. */
function fullScan({ vectors }: Collection, query: Float32Array): Float64Array {
  const querySquares = query.reduce((sum, value) => sum + value * value, 0);
  return Float64Array.from(vectors, (vector) => {
    let dot = 0;
    let squares = 0;
    for (let i = 0; i < DIMENSIONS; i++) {
      const value = vector[i] as number;
      dot += value * (query[i] as number);
      squares += value * value;
    }
    return dot / Math.sqrt(squares * querySquares);
  });
}

/** The score of the `k`-th best: whoever reaches it belongs to the best, ties included. */
function kthBest(scores: Float64Array, k: number, accepts: (slot: number) => boolean): number {
  return scores.filter((_, slot) => accepts(slot)).sort().at(-k) as number;
}

describe.each(Object.entries({ random, clustered, texts }))('candidates by codes among %s vectors', (_name, make) => {
  let collection: Collection;
  let index: ExactIndex;
  let scans: readonly Float64Array[];

  beforeAll(() => {
    collection = make();
    index = filled(collection.vectors, createExactIndex(DIMENSIONS, wasmKernel));
    scans = collection.queries.map((query) => fullScan(collection, query));
  });

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
});

describe('candidates among equal vectors', () => {
  it('are the lowest slots', () => {
    const vector = new Int8Array(128).map((_, i) => (i % 3) - 1);
    const index = filled(times(6000, () => vector), createExactIndex(128));
    const { slots } = index.nearest(Float32Array.from(vector), 50);
    expect([...slots]).toEqual([...Array(50).keys()]);
  });
});
