import { writeFileSync } from 'node:fs';
import {
  type CertaintyModel,
  SHIPPED_CERTAINTY,
} from '../packages/core/src/recall/confidence/judgement.js';
import type { Benchmark } from './benchmark.js';
import { fitCertaintyOn } from './certainty-data.js';
import { withFiles } from './talk/bank-files.js';
import { banksOf, perCorpus, readUnseen } from './talk/banks.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';
import { renderModel } from './render-model.js';

/** Fits the shipped chances on every conversation of a mixture and writes them. */
export const fitCertainty: Benchmark = {
  name: 'fit-certainty',
  summary: 'Fit how sure recall is anew and write packages/core/data/models/certainty.json.',
  options: [
    ...CORPORA_OPTIONS,
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/data/models/certainty.json',
    },
  ],
  run: async (options, log) => {
    const { corpora } = corporaFrom(options, log);
    const banks = banksOf(corpora);
    const rows = await withFiles(options, (files) => readUnseen(banks, files, log));
    const questions = rows.reduce((sum, { known }) => sum + known.length, 0);
    const results = rows.reduce((sum, each) => sum + each.results.length, 0);
    const model = fitCertaintyOn(
      perCorpus(banks, rows),
      `${corpora.map(({ name }) => name).join(', ')}: ${results} results, ${questions} questions`,
    );
    const out = String(options['out']);
    // Those for banks with notes are fitted on readings: kept as they are.
    const { knownByNotes, answeredByNotes } = SHIPPED_CERTAINTY;
    writeFileSync(
      out,
      renderModel({
        ...model,
        ...(knownByNotes === undefined ? {} : { knownByNotes }),
        ...(answeredByNotes === undefined ? {} : { answeredByNotes }),
      }),
    );
    const weights = (part: CertaintyModel['result'] | CertaintyModel['known']): string[][] =>
      part.names.map((name, at) => [name, (part.weights[at] ?? 0).toFixed(3)]);
    return {
      results: { results, questions },
      table: [
        ['a result answers', `intercept ${model.result.intercept}`],
        ...weights(model.result),
        ['anything is known', `intercept ${model.known.intercept}`],
        ...weights(model.known),
      ],
    };
  },
};
