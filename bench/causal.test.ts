import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { logistic } from '../packages/core/src/language/causal/causal-judgement.js';
import { readLabelled, readSpanned } from './causal-data.js';
import {
  bestThreshold,
  fitLogistic,
  judge,
  LOGISTIC_DEFAULTS,
  outOfFold,
  shuffledFolds,
  type Example,
} from './fit-logistic.js';
import { scoreSpans } from './span-metrics.js';

const folder = mkdtempSync(join(tmpdir(), 'mneme-causal-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (text: string): string => {
  const path = join(folder, 'data.csv');
  writeFileSync(path, text);
  return path;
};

describe('the causal data', () => {
  it('reads quoted cells with commas, quotes and line ends', () => {
    const path = file(
      '\ufeffindex,text,label\r\na,"He said ""no"" , and left",1\r\nb,plain,0\nc,"two\nlines",1',
    );
    expect(readLabelled(path)).toEqual([
      { text: 'He said "no" , and left', causal: true },
      { text: 'plain', causal: false },
      { text: 'two\nlines', causal: true },
    ]);
  });

  it('reads spans out of a marked list, and leaves out sentences without any', () => {
    const marked = `[""<ARG1>It's late</ARG1> <SIG0>because</SIG0> <ARG0>it rained</ARG0> ."", '<ARG0>x y</ARG0> <ARG1>z</ARG1>']`;
    const [only, ...rest] = readSpanned(
      file(
        `index,text,causal_text_w_pairs\n1,It's late because it rained .,"${marked}"\n2,Nothing .,[]\n`,
      ),
    );
    expect(rest).toEqual([]);
    expect(only?.relations.map(({ cause, effect }) => [cause, effect])).toEqual([
      [
        { start: 18, end: 27 },
        { start: 0, end: 9 },
      ],
      [
        { start: 0, end: 3 },
        { start: 4, end: 5 },
      ],
    ]);
  });
});

describe('the logistic fit', () => {
  const examples: Example[] = Array.from({ length: 60 }, (_, at) => ({
    buckets: Uint32Array.of(at % 2, 2 + (at % 7)),
    label: at % 2 === 0,
  }));
  const settings = { ...LOGISTIC_DEFAULTS, buckets: 16 };

  it('learns what tells the labels apart, the same each time', () => {
    const fitted = fitLogistic(examples, settings);
    expect(fitLogistic(examples, settings)).toEqual(fitted);
    expect(
      examples.every(
        ({ buckets, label }) => logistic(fitted.weights, fitted.intercept, buckets) > 0.5 === label,
      ),
    ).toBe(true);
  });

  it('judges every example by a fit that has not seen it', () => {
    // Each bucket stands in one example alone, so of a held-out one nothing can be known: all of a fold are judged alike.
    const odd = Array.from({ length: 20 }, (_, at): Example => ({
      buckets: Uint32Array.of(at),
      label: at % 2 === 0,
    }));
    const folds = shuffledFolds(odd.length, 5, 1);
    const probabilities = outOfFold(odd, folds);
    for (const fold of folds) expect(new Set(fold.map((at) => probabilities[at])).size).toBe(1);
  });

  it('folds part the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        (size, folds, seed) => {
          const parts = shuffledFolds(size, folds, seed);
          expect(parts).toHaveLength(folds);
          expect(parts.flat().sort((a, b) => a - b)).toEqual(
            Array.from({ length: size }, (_, at) => at),
          );
        },
      ),
    );
  });

  it('counts hits and misses, and finds the threshold between them', () => {
    expect(judge([true, true, false, false], [true, false, true, false])).toEqual({
      f1: 0.5,
      precision: 0.5,
      recall: 0.5,
      accuracy: 0.5,
    });
    const threshold = bestThreshold([0.3, 0.35, 0.7, 0.8], [false, false, true, true]);
    expect(threshold > 0.35 && threshold <= 0.7).toBe(true);
  });
});

describe('the span score', () => {
  const text = 'we left because it rained';
  const sentence = {
    text,
    relations: [{ effect: { start: 0, end: 7 }, cause: { start: 16, end: 25 } }],
  };
  const clause = (start: number, end: number) => ({ text: text.slice(start, end), start, end });
  const reading = (cause: [number, number], effect: [number, number]) => [
    { cause: clause(...cause), effect: clause(...effect), cue: 'x', confidence: 1 },
  ];

  it('is 1 for the same words, less for some, 0 for none', () => {
    expect(scoreSpans([sentence], () => reading([16, 25], [0, 7]))).toEqual({
      f1: 1,
      cause: 1,
      effect: 1,
      exact: 1,
      found: 1,
    });
    expect(scoreSpans([sentence], () => reading([19, 25], [0, 7]))).toMatchObject({
      cause: 2 / 3,
      effect: 1,
      exact: 0,
    });
    expect(scoreSpans([sentence], () => reading([0, 7], [16, 25]))).toMatchObject({
      f1: 0,
      exact: 0,
      found: 1,
    });
    expect(scoreSpans([sentence, sentence], () => [])).toEqual({
      f1: 0,
      cause: 0,
      effect: 0,
      exact: 0,
      found: 0,
    });
  });
});
