import { writeFileSync } from 'node:fs';
import {
  bucketsOf,
  type CausalModel,
  createCausalFeatures,
  packWeights,
} from '../packages/core/src/language/causal/causal-judgement.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { givenFile } from './benchmark.js';
import type { Benchmark } from './benchmark.js';
import { readLabelled, type LabelledSentence } from './causal-data.js';
import {
  bestThreshold,
  fitLogistic,
  LOGISTIC_DEFAULTS,
  outOfFold,
  shuffledFolds,
  type Example,
} from './fit-logistic.js';
import { renderModel } from './render-model.js';

export const FOLDS = 5;
export const SEED = 20_240_601;

export function examplesOf(sentences: readonly LabelledSentence[]): Example[] {
  const featuresOf = createCausalFeatures(createStemmer());
  return sentences.map(({ text, causal }) => ({
    buckets: bucketsOf(featuresOf(text), LOGISTIC_DEFAULTS.buckets),
    label: causal,
  }));
}

/** Fits on all examples; the threshold is chosen on probabilities from fits that had not seen their sentence. */
export function fitCausalModel(examples: readonly Example[], fittedOn: string): CausalModel {
  const { weights, intercept } = fitLogistic(examples);
  const probabilities = outOfFold(examples, shuffledFolds(examples.length, FOLDS, SEED + 1));
  return {
    ...packWeights(weights),
    intercept: Number(intercept.toFixed(6)),
    threshold: bestThreshold(
      probabilities,
      examples.map(({ label }) => label),
    ),
    fittedOn,
  };
}

/** Fits the shipped judge of causes on every sentence of a file and writes it as source. */
export const fitCauses: Benchmark = {
  name: 'fit-causes',
  summary: 'Fit the judge of stated causes anew and write packages/core/data/models/causal.json.',
  options: [
    { flag: '--file <path>', description: 'CSV of CausalNewsCorpus, subtask 1' },
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/data/models/causal.json',
    },
  ],
  run: (options) => {
    const sentences = readLabelled(givenFile(options, 'file'));
    const model = fitCausalModel(
      examplesOf(sentences),
      `CausalNewsCorpus V2, subtask 1, ${sentences.length} sentences of the training part`,
    );
    writeFileSync(String(options['out']), renderModel(model));
    return Promise.resolve({
      results: { sentences: sentences.length, threshold: model.threshold },
      table: [
        ['sentences', String(sentences.length)],
        ['threshold', String(model.threshold)],
        ['bytes', String(renderModel(model).length)],
      ],
    });
  },
};
