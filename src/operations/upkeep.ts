import { z } from 'zod';
import { defineOperation } from './operation.js';
import { DiagnosisOutput, StatisticsOutput } from './outputs/bank.js';

export const statsOperation = defineOperation({
  name: 'stats',
  summary: 'Tell what the bank holds.',
  description: 'Counts of memories, entities, contexts, sessions and links by family, and the size of the file.',
  input: z.strictObject({}),
  output: StatisticsOutput,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme stats', shows: 'a table of counts' }],
  run: (memory) => memory.stats(),
});

export const doctorOperation = defineOperation({
  name: 'doctor',
  summary: 'Check the file; rebuild what is derived.',
  description: 'Looks for damage, says which parts serve this machine, and with --rebuild makes words, vectors and indexes anew from the memories.',
  input: z.strictObject({ rebuild: z.boolean().default(false).describe('Make every derived part anew.') }),
  output: DiagnosisOutput,
  positional: [],
  effect: 'write',
  readsWithout: 'rebuild',
  idempotent: true,
  examples: [
    { command: 'mneme doctor', shows: 'whether the file is healthy' },
    { command: 'mneme doctor --rebuild', shows: 'the same after rebuilding' },
  ],
  run: (memory, { rebuild }, { onProgress }) => memory.doctor({ rebuild, ...(onProgress === undefined ? {} : { onProgress }) }),
});
