import { createStemmer } from '../packages/core/src/language/stem.js';
import { contentTerms } from '../packages/core/src/language/terms.js';
import { cosine } from '../packages/core/src/spaces/dense-vectors.js';
import { createSemanticEncoder } from '../packages/core/src/spaces/e01-semantic.js';
import {
  alignmentOf,
  fitCalibration,
  type LabelledLikeness,
} from '../packages/core/src/spaces/space.js';
import { givenFile, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { mean } from './retrieval-metrics.js';
import { readRatedPairs } from './sts-data.js';

const FOLDS = 5;
/** On the scale of 0..5, 1 is "not equivalent, but on the same topic" (Agirre et al. 2012). */
const SAME_TOPIC = 1;

/** How likely two texts are of the same matter by their likeness: the curve of the built-in encoder, fitted on rated sentence pairs. */
export const alignment: Benchmark = {
  name: 'alignment',
  summary: 'The calibration of likenesses: which alignment they mean.',
  options: [
    {
      flag: '--file <path>',
      description: 'Sentence pairs as CSV: two texts and a similarity of 0 to 5.',
    },
  ],
  run(options): Promise<BenchmarkResult> {
    const results = judgeCalibration(readPairs(givenFile(options, 'file')));
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
  brier: ['five-fold', '0.25 is chance'],
  accuracy: ['five-fold', ''],
};

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
