import { z } from 'zod';
import { RecollectionId } from '../domain/feedback.js';
import { MemoryId } from '../domain/ids.js';
import { ContextInput } from '../engine/compose-context.js';
import { defineOperation } from './operation.js';

export const contextOperation = defineOperation({
  name: 'context',
  summary: 'Recall what bears on a task, as one text under a token budget.',
  description: 'For a model to read: a label, then whole memories between marks, best first, as many as fit. What repeats another is left out. Given back to `remember`, the text is not taken in again.',
  input: ContextInput,
  output: z.strictObject({
    context: z.string(),
    tokensUsed: z.number(),
    tokensBefore: z.number(),
    delivered: z.array(MemoryId),
    left: z.number(),
    recollection: RecollectionId,
    sequence: z.number(),
    notices: z.array(z.string()),
  }),
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme context "plan the supper club"', shows: 'up to 2,048 tokens of memories' },
    { command: 'mneme context "pool size" --max-tokens 300 --verbosity 0', shows: 'first words and ids' },
  ],
  run: (memory, input) => memory.context(input),
  // After `run`: the compiler reads the output's type there.
  asText: ({ context, notices }) => (context === '' ? ['Nothing was found.', ...notices].join('\n') : context),
});
