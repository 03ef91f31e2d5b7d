import { writeFileSync } from 'node:fs';
import type { Benchmark } from './benchmark.js';
import { evenly, fitOn } from './five-fold.js';
import { renderModel } from './render-model.js';
import { withFiles } from './talk/bank-files.js';
import { banksOf, gatherTraining, perCorpus } from './talk/banks.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';

/** Fits the shipped fusion on every conversation of a mixture, each corpus weighing the same, and writes it as source. */
export const fit: Benchmark = {
  name: 'fit',
  summary: 'Fit the learned fusion anew and write packages/core/data/models/fusion.json.',
  options: [
    ...CORPORA_OPTIONS,
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/data/models/fusion.json',
    },
  ],
  run: async (options, log) => {
    const { corpora } = corporaFrom(options, log);
    const banks = banksOf(corpora);
    const read = await withFiles(options, (files) => gatherTraining(banks, files, log));
    const training = perCorpus(banks, read).map((own) => own.flat());
    const questions = training.reduce((sum, own) => sum + own.length, 0);
    const model = fitOn(
      evenly(training),
      corpora.map(({ name }, at) => `${name} (${training[at]?.length ?? 0} questions)`).join(', '),
    );
    writeFileSync(String(options['out']), renderModel(model));
    return {
      results: { questions, features: model.features.length },
      table: [
        ['questions', String(questions)],
        ['features', String(model.features.length)],
        ['slope', String(model.slope)],
        ['intercept', String(model.intercept)],
      ],
    };
  },
};
