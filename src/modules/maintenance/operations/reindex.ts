import { z } from 'zod';
import { ENCODER_CHOICES } from '../../../bank/encoders.js';
import { defineOperation } from '../../../operations/operation.js';
import { ReindexReport } from '../reindex.js';
import { renderReindex } from '../view.js';

export const reindexOperation = defineOperation({
  name: 'reindex',
  summary: 'Fill the bank by another encoder, or make the vectors that are missing.',
  description:
    'Makes new vectors beside the old ones, which serve until all are there, then changes over in one step. Recall goes on meanwhile; what was stopped goes on where it was.',
  input: z.strictObject({
    embedder: z
      .enum(ENCODER_CHOICES)
      .optional()
      .describe('By which encoder. Default: the configured one, else the built-in one.'),
  }),
  output: ReindexReport,
  positional: [],
  effect: 'write',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme reindex', shows: 'a progress bar and how many vectors were made' },
    {
      command: 'mneme reindex --embedder built-in',
      shows: 'a bank that needs no learned model any more',
    },
  ],
  served: { long: true, scope: 'admin' },
  verb: ['care.reindex'],
  asLines: renderReindex,
  run: (memory, { embedder }, { signal, onProgress }) =>
    memory.care.reindex({
      ...(embedder === undefined ? {} : { embedder }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});
