import { z } from 'zod';
import { defineOperation } from '../../../packages/core/src/kernel/operation.js';
import { defineModule } from '../../../packages/core/src/modules/module.js';
import type { Mneme } from '../../../packages/core/src/mneme.js';

const tallyOperation = defineOperation({
  name: 'tally',
  summary: 'Count how often a word was said.',
  description: 'Whole words, in any case, in the memories that recall finds for it.',
  input: z.strictObject({ word: z.string().min(1).describe('The word.') }),
  output: z.strictObject({ word: z.string(), times: z.number() }),
  positional: ['word'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme tally kiln', shows: 'a number' }],
  run: async (memory: Pick<Mneme, 'recall'>, { word }) => {
    const { results } = await memory.recall({ query: word, limit: 200, fields: ['content'] });
    const words = results.flatMap(({ content }) => content.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    return { word, times: words.filter((each) => each === word.toLowerCase()).length };
  },
  asLines: ({ word, times }) => `${word} ${'|'.repeat(times)}`,
});

/** A verb: the command line, HTTP and the tools of agents follow from its declaration. */
export const tally = defineModule({ name: 'tally', operations: { tally: tallyOperation } });
