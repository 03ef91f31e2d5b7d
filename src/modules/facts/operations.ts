import { z } from 'zod';
import { defineOperation } from '../../operations/operation.js';
import { FactsReport, FactsStatus } from '../../domain/facts.js';

export const factsOperation = defineOperation({
  name: 'facts',
  summary: 'Tell how far a language model is with reading facts off what was remembered.',
  description:
    'Turns that wait, what was read, taken and refused, what this hour has spent of its budget, and why it rests. Off unless it was switched on: mneme bank configure --facts.',
  input: z.strictObject({}),
  output: FactsStatus,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme facts', shows: 'what waits, failed and was spent' }],
  run: (memory) => memory.facts.status(),
});

export const factsRunOperation = defineOperation({
  name: 'extract',
  words: ['facts', 'run'],
  summary: 'Let the configured language model read what waits, now.',
  description:
    'As far as the budget of this hour goes; each answer is one change, which can be undone. What was stopped goes on with the next run.',
  input: z.strictObject({
    all: z.boolean().default(false).describe('Also what was remembered before it was switched on.'),
  }),
  output: FactsReport,
  positional: [],
  effect: 'write',
  forPeople: true,
  idempotent: true,
  examples: [
    { command: 'mneme facts run', shows: 'how many claims came of how many turns' },
    { command: 'mneme facts run --all', shows: 'the same for everything that is there' },
  ],
  run: (memory, { all }, { signal, onProgress }) =>
    memory.facts.run({
      all,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});
