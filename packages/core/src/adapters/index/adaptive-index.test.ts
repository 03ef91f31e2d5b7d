import { describe, expect, it } from 'vitest';
import { clustered, type Collection } from '../../../../../test/support/vector-collections.js';
import { createExactIndex } from './exact/exact-index.js';
import { typescriptKernel } from './exact/kernel.js';
import { createAdaptiveIndex, type AdaptiveIndex, type AdaptiveOptions } from './adaptive-index.js';

const DIMENSIONS = 64;
const COUNT = 600;
const graph = { construction: 32, exactLimit: 32 };
/** The trial compares so many queries. */
const TRIAL = 32;

function filled({ vectors }: Collection, options: AdaptiveOptions): AdaptiveIndex {
  const index = createAdaptiveIndex(DIMENSIONS, { graph, ...options });
  vectors.forEach((vector, slot) => index.put(slot, vector));
  return index;
}

describe('an adaptive index', () => {
  const collection = clustered(COUNT, DIMENSIONS, 2 * TRIAL);
  const { vectors, queries } = collection;

  it('scans below its threshold and says so', () => {
    const index = filled(collection, { threshold: COUNT + 1 });
    expect(index.phase).toBe('scan');
    expect(index.describe()).toBe('scan of 600 vectors');
    const scan = createExactIndex(DIMENSIONS);
    vectors.forEach((vector, slot) => scan.put(slot, vector));
    for (const query of queries) expect(index.nearest(query, 5)).toEqual(scan.nearest(query, 5));
  });

  it('builds with each put, answers by the scan meanwhile, tries the graph and goes over to it', () => {
    const index = filled(collection, { threshold: 400 });
    expect(index.phase).toBe('building');
    expect(index.describe()).toMatch(
      /^scan of 600 vectors, graph under construction: 40\d of 600$/,
    );
    const scan = createExactIndex(DIMENSIONS);
    vectors.forEach((vector, slot) => scan.put(slot, vector));
    expect(index.nearest(queries[0] as Float32Array, 5)).toEqual(
      scan.nearest(queries[0] as Float32Array, 5),
    );
    index.work(1_000);
    expect(index.describe()).toBe('scan of 600 vectors, graph on trial');
    for (const query of queries.slice(0, TRIAL)) index.nearest(query, 5);
    expect(index.describe()).toMatch(/^graph of 600 vectors, breadth \d+$/);
    const found = queries.map(
      (query) =>
        index
          .nearest(query, 10)
          .slots.filter((slot) => new Set(scan.nearest(query, 10).slots).has(slot)).length,
    );
    expect(found.reduce((sum, hits) => sum + hits, 0)).toBeGreaterThanOrEqual(
      0.95 * 10 * queries.length,
    );
    const bytes = index.bytes;
    expect(bytes).toBeGreaterThan(0);
  });

  it('builds in the background, one step at a time', () => {
    const tasks: (() => void)[] = [];
    const index = filled(collection, { threshold: COUNT, later: (task) => tasks.push(task) });
    // Whoever puts does not wait for it.
    expect(index.describe()).toBe(
      `scan of ${COUNT} vectors, graph under construction: 0 of ${COUNT}`,
    );
    let steps = 0;
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      // One at a time: the next is asked for when this one is done.
      expect(tasks.length).toBe(0);
      task();
      steps++;
    }
    expect(index.phase).toBe('trial');
    expect(steps).toBeGreaterThan(COUNT / 8);
  });

  it('takes in what is put and replaced while it builds and while it is tried', () => {
    const index = filled(collection, { threshold: 500 });
    const [first, second, third] = queries
      .slice(-3)
      .map((query) => Int8Array.from(query, (value) => Math.round(value * 30))) as [
      Int8Array,
      Int8Array,
      Int8Array,
    ];
    index.put(3, first);
    index.work(1_000);
    index.put(4, second);
    index.put(COUNT, third);
    expect(index.phase).toBe('trial');
    for (const query of queries.slice(0, TRIAL)) index.nearest(query, 1);
    expect(index.phase).toBe('graph');
    expect(
      [first, second, third].map((vector) => index.nearest(Float32Array.from(vector), 1).slots[0]),
    ).toEqual([3, 4, COUNT]);
    expect(index.size).toBe(COUNT + 1);
  });

  it('stays with the scan when the graph finds too little, and says so', () => {
    // A graph with room for few links over vectors without any structure.
    const hard = {
      vectors: clustered(COUNT * 4, DIMENSIONS, 0, 77).vectors.map((vector, at) =>
        at % 2 === 0 ? vector : vector.map((value) => -value),
      ),
      queries,
    };
    const index = filled(hard, {
      threshold: 2_000,
      graph: { construction: 1, maxLinks: 4, exactLimit: 1 },
    });
    index.work(10_000);
    for (const query of queries) index.nearest(query, 5);
    expect(index.phase).toBe('scan');
    expect(index.describe()).toBe('scan of 2400 vectors (a graph found too little)');
  });

  it.each<[string, number, number]>([
    ['scan', COUNT + 1, 0],
    ['building', 400, 0],
    ['trial', 400, 10],
    ['graph', 400, TRIAL],
  ])('is restored in the phase %s, with the graph as it was', (phase, threshold, asked) => {
    const index = filled(collection, { threshold });
    if (asked > 0) index.work(1_000);
    for (const query of queries.slice(0, asked)) index.nearest(query, 5);
    expect(index.phase).toBe(phase);
    const restored = createAdaptiveIndex(DIMENSIONS, { graph, threshold });
    expect(restored.format).toBe(index.format);
    restored.restore(index.dump());
    expect(restored.describe()).toBe(index.describe());
    expect(restored.worthKeeping).toBe(false);
    for (const each of [index, restored]) {
      each.work(1_000);
      for (const query of queries.slice(0, TRIAL)) each.nearest(query, 5);
    }
    expect(restored.describe()).toBe(index.describe());
    expect(queries.map((query) => restored.nearest(query, 7))).toEqual(
      queries.map((query) => index.nearest(query, 7)),
    );
    expect(Buffer.concat([...restored.dump()]).equals(Buffer.concat([...index.dump()]))).toBe(true);
  });

  it('is worth keeping once a good part of a graph is built', () => {
    const index = filled(collection, { threshold: COUNT });
    Array.from(index.dump());
    expect(index.worthKeeping).toBe(false);
    index.work(100);
    expect(index.worthKeeping).toBe(true);
  });

  it('works on the stand-in, and refuses a threshold that is none', () => {
    const index = filled(
      { vectors: vectors.slice(0, 50), queries },
      { makeKernel: typescriptKernel },
    );
    expect(index.kernel).toBe('typescript');
    expect(index.nearest(queries[0] as Float32Array, 5).slots.length).toBe(5);
    for (const threshold of [0, 1.5, Number.NaN]) {
      expect(() => createAdaptiveIndex(DIMENSIONS, { threshold })).toThrow(
        expect.objectContaining({ code: 'invalid_input', field: 'threshold' }),
      );
    }
  });
});
