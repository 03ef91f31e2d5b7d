import { z } from 'zod';
import { defineOperation } from '../../../operations/operation.js';
import { Diagnosis } from '../diagnose.js';
import { FileContents, Statistics } from '../statistics.js';

export const statsOperation = defineOperation({
  name: 'stats',
  summary: 'Tell what the bank holds.',
  description:
    'Counts of memories, entities, contexts, sessions and links by family, and the size of the file.',
  input: z.strictObject({}),
  output: Statistics,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme stats', shows: 'a table of counts' }],
  run: (memory) => memory.care.stats(),
});

export const bankListOperation = defineOperation({
  name: 'bank_list',
  words: ['bank', 'list'],
  ofFile: true,
  summary: 'List the banks of the file: how much each holds, and its policy.',
  description:
    'Memories, entities and changes of each, when it last changed, what it takes out of texts, how it guards and how it reflects; and the size of the file.',
  input: z.strictObject({}),
  output: FileContents,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme bank list',
      shows: 'each bank with what it holds and its policy; `mneme banks` does the same',
    },
  ],
  run: (memory) => memory.file.describe(),
});

export const doctorOperation = defineOperation({
  name: 'doctor',
  ofFile: true,
  summary: 'Check the file; rebuild what is derived.',
  description:
    'Looks for damage, says which parts serve this machine, and with --rebuild makes words, vectors and indexes anew from the memories.',
  input: z.strictObject({
    rebuild: z.boolean().default(false).describe('Make every derived part anew.'),
  }),
  output: Diagnosis,
  positional: [],
  effect: 'write',
  readsWithout: 'rebuild',
  idempotent: true,
  examples: [
    { command: 'mneme doctor', shows: 'whether the file is healthy' },
    { command: 'mneme doctor --rebuild', shows: 'the same after rebuilding' },
  ],
  run: (memory, { rebuild }, { onProgress }) =>
    memory.care.doctor({ rebuild, ...(onProgress === undefined ? {} : { onProgress }) }),
});
