import { writeFileSync } from 'node:fs';
import type { CertaintyModel } from '../packages/core/src/recall/confidence/certainty-model.js';
import type { Benchmark } from './benchmark.js';
import { fitCertaintyOn } from './certainty-data.js';
import { withFiles } from './talk/bank-files.js';
import { banksOf, perCorpus, readUnseen } from './talk/banks.js';
import { corporaFrom, CORPORA_OPTIONS } from './talk/read-corpora.js';

/** Fits the shipped chances on every conversation of a mixture and writes them as source, or as JSON where `--out` ends so. */
export const fitCertainty: Benchmark = {
  name: 'fit-certainty',
  summary:
    'Fit how sure recall is anew and write packages/core/src/recall/confidence/shipped-certainty.ts.',
  options: [
    ...CORPORA_OPTIONS,
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'packages/core/src/recall/confidence/shipped-certainty.ts',
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
    writeFileSync(out, out.endsWith('.json') ? JSON.stringify(model, null, 1) : render(model));
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

function render(model: CertaintyModel): string {
  return `import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted chances that ship: figures only, made by \`npm run bench -- fit-certainty --dir PATH\`. Never edit them by hand; fit
 * them anew when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY: CertaintyModel = ${JSON.stringify(model, null, 1)
    .replace(/\n\s+(-?\d)/g, ' $1')
    .replace(/(\d)\n\s*\]/g, '$1]')};
`;
}
