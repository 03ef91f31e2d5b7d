import { writeFileSync } from 'node:fs';
import { createCausalFeatures } from '../packages/core/src/language/causal/causal-features.js';
import {
  bucketsOf,
  packWeights,
  type CausalModel,
} from '../packages/core/src/language/causal/causal-model.js';
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
  summary:
    'Fit the judge of stated causes anew and write packages/core/src/language/causal/shipped-causal-model.ts.',
  options: [
    { flag: '--file <path>', description: 'CSV of CausalNewsCorpus, subtask 1' },
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/src/language/causal/shipped-causal-model.ts',
    },
  ],
  run: (options) => {
    const sentences = readLabelled(givenFile(options, 'file'));
    const model = fitCausalModel(
      examplesOf(sentences),
      `CausalNewsCorpus V2, subtask 1, ${sentences.length} sentences of the training part`,
    );
    writeFileSync(String(options['out']), render(model));
    return Promise.resolve({
      results: { sentences: sentences.length, threshold: model.threshold },
      table: [
        ['sentences', String(sentences.length)],
        ['threshold', String(model.threshold)],
        ['bytes', String(render(model).length)],
      ],
    });
  },
};

function render(model: CausalModel): string {
  return `import type { CausalModel } from './causal-model.js';

/**
 * The fitted judge of causes that ships: figures only, made by \`npm run bench -- fit-causes --file PATH\`. Never edit it by
 * hand; fit it anew when the features change.
 */
export const SHIPPED_CAUSAL_MODEL: CausalModel = ${JSON.stringify(model, null, 2)};
`;
}
