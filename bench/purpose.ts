import { createStemmer } from '../src/language/stem.js';
import { contentTerms } from '../src/language/terms.js';
import { cosine } from '../src/spaces/dense-vector.js';
import { createSemanticEncoder } from '../src/spaces/e01-semantic.js';
import {
  alignmentOf,
  fitCalibration,
  type LabelledLikeness,
} from '../src/spaces/fingerprint/calibration.js';
import type { PurposeVector } from '../src/spaces/fingerprint/purpose.js';
import { PurposeTable } from '../src/spaces/fingerprint/purpose-table.js';
import { SPACES } from '../src/domain/space.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { mean, percentile } from './retrieval-metrics.js';
import { readRatedPairs } from './sts-data.js';
import { seeded } from './synthetic-text.js';

const QUERIES = 1_000;
const WARM_UP = 100;
const ENDS = 200;
const FOLDS = 5;
/** On the scale of 0..5, 1 is "not equivalent, but on the same topic" (Agirre et al. 2012). */
const SAME_TOPIC = 1;

/** Search by purpose over invented purpose vectors; with a file of rated sentence pairs, also the calibration of E1. */
export const purpose: Benchmark = {
  name: 'purpose',
  summary: 'Search by purpose, and the calibration of alignments.',
  options: [
    { flag: '--memories <n>', description: 'Purpose vectors in the table.', preset: '100000' },
    { flag: '--seed <n>', description: 'Seed of the invented vectors.', preset: '1' },
    {
      flag: '--file <path>',
      description: 'Sentence pairs as CSV: two texts and a similarity of 0 to 5.',
    },
  ],
  run(options): Promise<BenchmarkResult> {
    const { times, cpu } = searchTimes(
      wholeNumber(options, 'memories', 100_000),
      wholeNumber(options, 'seed', 1, 0),
    );
    const results: Record<string, number> = {
      purpose_p50: percentile(times, 0.5),
      purpose_p95: percentile(times, 0.95),
      purpose_p99: percentile(times, 0.99),
      purpose_cpu: cpu,
    };
    const file = options['file'];
    if (typeof file === 'string') Object.assign(results, judgeCalibration(readPairs(file)));
    const rounded = Object.fromEntries(
      Object.entries(results).map(([name, value]) => [name, Number(value.toPrecision(4))]),
    );
    return Promise.resolve({
      results: rounded,
      table: Object.entries(rounded).map(([name, value]) => [
        name,
        String(value),
        ...(NOTES[name] ?? ['', '']),
      ]),
    });
  },
};

const NOTES: Readonly<Record<string, readonly [string, string]>> = {
  purpose_p50: ['ms', ''],
  purpose_p95: ['ms', '≤ 1 at 100,000'],
  purpose_p99: ['ms', ''],
  purpose_cpu: ['ms of processor, mean', ''],
  brier: ['five-fold', '0.25 is chance'],
  accuracy: ['five-fold', ''],
};

/** Milliseconds of searches for the ten nearest, among vectors that scatter round some ends; every fourth value is absent. */
function searchTimes(memories: number, seed: number): { times: number[]; cpu: number } {
  const random = seeded(seed);
  const ends = Array.from({ length: ENDS }, () => SPACES.map(() => random() ** 2));
  const vectors = Array.from({ length: memories }, (): PurposeVector => {
    const end = ends[Math.floor(random() * ENDS)] ?? [];
    return end.map((value) =>
      random() < 0.25 ? null : Math.min(1, Math.max(0, value + (random() - 0.5) * 0.4)),
    );
  });
  const table = new PurposeTable();
  vectors.forEach((vector, slot) => table.put(slot, vector));
  const times: number[] = [];
  let before = process.cpuUsage();
  for (let query = 0; query < WARM_UP + QUERIES; query++) {
    if (query === WARM_UP) before = process.cpuUsage();
    const vector = vectors[Math.floor(random() * memories)] ?? [];
    const start = performance.now();
    table.nearest(vector, 10, everything);
    if (query >= WARM_UP) times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  return { times, cpu: (user + system) / 1_000 / QUERIES };
}

const everything = (): boolean => true;

/** Rated pairs, and as many of sentences that were never paired: those are unrelated. */
function readPairs(path: string): LabelledLikeness[] {
  const stemmer = createStemmer();
  const encoder = createSemanticEncoder(stemmer);
  const vectorOf = (text: string): Int8Array =>
    encoder.document(text, contentTerms(text, 'en', stemmer));
  const pairs = readRatedPairs(path).map(({ one, other, rating }) => ({
    one: vectorOf(one),
    other: vectorOf(other),
    related: rating >= SAME_TOPIC,
  }));
  const half = Math.floor(pairs.length / 2);
  return pairs.flatMap(({ one, other, related }, at) => [
    { likeness: cosine(one, other), related },
    { likeness: cosine(one, pairs[(at + half) % pairs.length]?.other ?? other), related: false },
  ]);
}

/** The fit on all pairs, and how well fits on four fifths judge the others; both labels count the same. */
function judgeCalibration(pairs: readonly LabelledLikeness[]): Record<string, number> {
  const errors = { related: [] as number[], unrelated: [] as number[] };
  const hits = { related: [] as number[], unrelated: [] as number[] };
  for (let fold = 0; fold < FOLDS; fold++) {
    // A pair and its shuffled companion stay in one fold.
    const inFold = (at: number): boolean => Math.floor(at / 2) % FOLDS === fold;
    const calibration = fitCalibration(pairs.filter((_, at) => !inFold(at)));
    for (const { likeness, related } of pairs.filter((_, at) => inFold(at))) {
      const chance = alignmentOf(likeness, calibration);
      const label = related ? 'related' : 'unrelated';
      errors[label].push((chance - Number(related)) ** 2);
      hits[label].push(Number(chance >= 0.5 === related));
    }
  }
  const { midpoint, steepness } = fitCalibration(pairs);
  return {
    midpoint,
    steepness,
    brier: (mean(errors.related) + mean(errors.unrelated)) / 2,
    accuracy: (mean(hits.related) + mean(hits.unrelated)) / 2,
  };
}
