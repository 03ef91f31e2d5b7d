import { writeFileSync } from 'node:fs';
import type { Benchmark } from './benchmark.js';
import { fitOn, trainingQueries } from './five-fold.js';
import { readLocomo } from './locomo-data.js';

/** Fits the shipped fusion on every conversation of a file and writes it as source. */
export const fit: Benchmark = {
  name: 'fit',
  summary: 'Fit the learned fusion anew and write src/recall/ranking/shipped-model.ts.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON to fit on' },
    {
      flag: '--out <path>',
      description: 'where to write',
      preset: 'src/recall/ranking/shipped-model.ts',
    },
  ],
  run: async (options, log) => {
    const conversations = readLocomo(String(options['file']));
    const queries = [];
    for (const conversation of conversations) {
      log(`reading ${conversation.id}`);
      queries.push(...(await trainingQueries(conversation)));
    }
    const model = fitOn(
      queries,
      `${conversations.length} LoCoMo conversations (${conversations.map(({ id }) => id).join(', ')}), ${queries.length} questions`,
    );
    writeFileSync(String(options['out']), render(JSON.stringify(model, null, 1)));
    return {
      results: { questions: queries.length, features: model.features.length },
      table: [
        ['questions', String(queries.length)],
        ['features', String(model.features.length)],
        ['slope', String(model.slope)],
        ['intercept', String(model.intercept)],
      ],
    };
  },
};

function render(json: string): string {
  return `import type { FusionModel } from './fusion-model.js';

/**
 * The fitted fusion that ships: figures only, made by \`npm run bench -- fit --file PATH\`. Never edit it by hand; fit it anew
 * when the features change.
 */
export const SHIPPED_MODEL: FusionModel = ${json.replace(/\n\s+(-?\d)/g, ' $1').replace(/(\d)\n\s*\]/g, '$1]')};
`;
}
