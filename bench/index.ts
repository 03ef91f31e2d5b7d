import { createExactIndex } from '../packages/core/src/adapters/index/exact/exact-index.js';
import { createHnswIndex } from '../packages/core/src/adapters/index/hnsw/hnsw-index.js';
import type { VectorIndex } from '../packages/core/src/ports/indexes.js';
import {
  wholeNumber,
  type Benchmark,
  type BenchmarkResult,
  type BenchmarkValues,
} from './benchmark.js';
import { mean, percentile } from './retrieval-metrics.js';
import { COLLECTIONS, makeCollection, type VectorCollection } from './vector-collections.js';

const WANTED = 10;
const QUERIES = 120;
/** Queries asked before the clock counts, so that the compiler's work is no part of any percentile. */
const WARM_UP = 20;
/** Of equal scores any slot is right; sums in another order differ by less. */
const ROUNDING = 1e-6;

const KINDS = ['exact', 'hnsw'] as const;

const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  vectors: ['', ''],
  dimensions: ['', ''],
  build_per_s: ['vectors/s', ''],
  bytes_per_vector: ['bytes', ''],
  space_p50: ['ms', ''],
  space_p95: ['ms', '≤ 2 at 100,000'],
  space_recall10: ['', '≥ 0.95'],
  half_p50: ['ms', ''],
  half_recall10: ['', ''],
  tenth_p50: ['ms', ''],
  tenth_recall10: ['', ''],
  hundredth_p50: ['ms', ''],
  hundredth_recall10: ['', ''],
  restore_ms: ['ms', ''],
};

/** One vector index alone: how fast it is built, what it holds, how fast and how well it finds. */
export const index: Benchmark = {
  name: 'index',
  summary: "One space's vectors: building, search and what is found of the true ten.",
  options: [
    { flag: '--vectors <n>', description: 'Vectors in the index.', preset: '100000' },
    {
      flag: '--dimensions <n>',
      description: "Numbers of a vector; text has the encoder's.",
      preset: '1024',
    },
    { flag: '--kind <kind>', description: KINDS.join(' or '), preset: 'exact' },
    { flag: '--collection <name>', description: COLLECTIONS.join(', '), preset: 'clustered' },
    { flag: '--breadth <n>', description: 'Breadth of a search in the graph.' },
    { flag: '--construction <n>', description: 'Candidates for a new node of the graph.' },
    { flag: '--links <n>', description: 'Links of a node of the graph.' },
    { flag: '--seed <n>', description: 'Seed of the vectors.', preset: '1' },
  ],
  run(options, log): Promise<BenchmarkResult> {
    return Promise.resolve(measure(options, log));
  },
};

function measure(options: BenchmarkValues, log: (line: string) => void): BenchmarkResult {
  const kind = oneOf(KINDS, options, 'kind');
  const name = oneOf(COLLECTIONS, options, 'collection');
  const size = {
    vectors: wholeNumber(options, 'vectors', 100_000),
    dimensions: wholeNumber(options, 'dimensions', 1024),
    queries: QUERIES,
    seed: wholeNumber(options, 'seed', 1, 0),
  };
  const collection = makeCollection(name, size);
  const { stored, truth, dimensions } = compareAll(collection, size.vectors);
  log(
    `${size.vectors} vectors of ${dimensions} dimensions compared with ${collection.queries.length} queries`,
  );
  const make = (): VectorIndex =>
    kind === 'exact'
      ? createExactIndex(dimensions)
      : createHnswIndex(dimensions, graphOptions(options));
  const built = make();
  const build = fill(built, stored, dimensions, log);
  const figures = {
    vectors: size.vectors,
    dimensions,
    build_per_s: (size.vectors / build) * 1000,
    bytes_per_vector: built.bytes / size.vectors,
    ...search('space', built, collection.queries, truth),
    ...search('half', built, collection.queries, truth, (slot) => slot % 2 === 0),
    ...search('tenth', built, collection.queries, truth, (slot) => slot % 10 === 3),
    ...search('hundredth', built, collection.queries, truth, (slot) => slot % 100 === 17),
    restore_ms: restore(built, make()),
  };
  return report(figures);
}

function oneOf<Name extends string>(
  names: readonly Name[],
  options: BenchmarkValues,
  flag: string,
): Name {
  const given = options[flag] ?? names[0];
  const found = names.find((name) => name === given);
  if (found === undefined)
    throw new RangeError(`--${flag}: expected one of ${names.join(', ')}, not ${String(given)}`);
  return found;
}

function graphOptions(options: BenchmarkValues): Record<string, number> {
  const names = { breadth: 'breadth', construction: 'construction', links: 'maxLinks' };
  return Object.fromEntries(
    Object.entries(names).flatMap(([flag, name]) =>
      options[flag] === undefined ? [] : [[name, wholeNumber(options, flag, 1)]],
    ),
  );
}

/** Every query's cosine to every vector, in float64 sums, and the vectors as an index keeps them. */
function compareAll(
  collection: VectorCollection,
  count: number,
): { stored: Int8Array; truth: Float32Array[]; dimensions: number } {
  const dimensions = collection.queries[0]?.length ?? 0;
  const stored = new Int8Array(count * dimensions);
  const truth = collection.queries.map(() => new Float32Array(count));
  let slot = 0;
  for (const vector of collection.vectors()) {
    stored.set(vector.stored, slot * dimensions);
    const exact = Float32Array.from(vector.exact);
    const norm = Math.sqrt(dot(exact, exact));
    collection.queries.forEach((query, at) => {
      (truth[at] as Float32Array)[slot] =
        norm > 0 ? dot(exact, query) / norm / Math.sqrt(dot(query, query)) : 0;
    });
    slot++;
  }
  return { stored, truth, dimensions };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Milliseconds of putting all vectors in. */
function fill(
  into: VectorIndex,
  stored: Int8Array,
  dimensions: number,
  log: (line: string) => void,
): number {
  const start = performance.now();
  for (let slot = 0; slot * dimensions < stored.length; slot++) {
    into.put(slot, stored.subarray(slot * dimensions, (slot + 1) * dimensions));
    if ((slot + 1) % 10_000 === 0)
      log(`${slot + 1} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  return performance.now() - start;
}

/** Times and recall@10 over what a filter accepts. */
function search(
  name: string,
  from: VectorIndex,
  queries: readonly Float32Array[],
  truth: readonly Float32Array[],
  accepts?: (slot: number) => boolean,
): Record<string, number> {
  const times: number[] = [];
  const shares: number[] = [];
  queries.forEach((query, at) => {
    const start = performance.now();
    const { slots } = from.nearest(query, WANTED, accepts);
    if (at >= WARM_UP) times.push(performance.now() - start);
    const scores = truth[at] as Float32Array;
    const best = (accepts === undefined ? scores : scores.filter((_, slot) => accepts(slot)))
      .slice()
      .sort();
    const least = (best[best.length - WANTED] ?? -1) - ROUNDING;
    shares.push(
      slots.filter((slot) => (scores[slot] as number) >= least).length /
        Math.min(WANTED, best.length),
    );
  });
  return {
    [`${name}_p50`]: percentile(times, 0.5),
    [`${name}_p95`]: percentile(times, 0.95),
    [`${name}_recall10`]: mean(shares),
  };
}

function restore(from: VectorIndex, into: VectorIndex): number {
  const pieces = [...from.dump()];
  const start = performance.now();
  into.restore(pieces);
  return performance.now() - start;
}

function report(figures: Readonly<Record<string, number>>): BenchmarkResult {
  const names = Object.keys(UNITS);
  const results = Object.fromEntries(names.map((name) => [name, round(figures[name] ?? 0)]));
  return {
    results,
    table: names.map((name) => [name, String(results[name]), ...(UNITS[name] ?? [])]),
  };
}

function round(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}
