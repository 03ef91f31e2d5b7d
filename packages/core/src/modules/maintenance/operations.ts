import { z } from 'zod';
import { ENCODER_CHOICES } from '../../bank/memory-vectors.js';
import { BankFilter, Diagnosis, FileContents, Statistics } from './diagnostics.js';
import { BankDeleted, DeleteBankInput } from './banks.js';
import { ReindexReport } from './reindex.js';
import {
  renderBankDeleted,
  renderBanks,
  renderDiagnosis,
  renderReindex,
  renderStatistics,
} from './view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import { definedOnly } from '../../domain/well-formed.js';
import { DoctorInput } from '../../domain/self-test.js';

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
  served: { pace: 'quick' },
  verb: ['care.stats'],
  places: [{ method: 'GET', path: '/stats' }],
  asLines: renderStatistics,
  run: (memory) => memory.care.stats(),
});

export const banksOperation = defineOperation({
  name: 'banks',
  ofFile: true,
  summary: 'List the banks of the file: how much each holds, and its policy.',
  description:
    'Memories, entities and changes of each, when it last changed, what it takes out of texts, how it guards and how it reflects; and the size of the file.',
  input: BankFilter,
  output: FileContents,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme banks', shows: 'each bank with what it holds and its policy' }],
  served: { pace: 'quick' },
  verb: ['file.describe'],
  places: [{ method: 'GET', path: '/file' }],
  asLines: renderBanks,
  run: (memory, input) => memory.file.describe(input),
});

export const bankDeleteOperation = defineOperation({
  name: 'bank_delete',
  words: ['bank', 'delete'],
  ofFile: true,
  forPeople: true,
  summary: 'Delete a bank with all its users, or bring it back within 30 days.',
  description:
    'It is hidden at once, from every door and every process. After 30 days, or at once with --now --yes, it is taken out of the file for good, and keys that opened nothing else end.',
  input: DeleteBankInput,
  output: BankDeleted,
  positional: ['name'],
  effect: 'retract',
  idempotent: false,
  examples: [
    {
      command: 'mneme bank delete work',
      shows: 'what was in it, and until when it can be restored',
    },
    { command: 'mneme bank delete work --now --yes', shows: 'that it is gone for good' },
    {
      command: 'mneme bank delete work --restore',
      shows: 'how many memories are there again',
    },
  ],
  served: { scope: 'admin' },
  verb: ['file.deleteBank'],
  places: [
    { method: 'POST', path: '/bank-deletions' },
    { method: 'DELETE', path: '', without: ['name'], called: 'bank_delete_here' },
  ],
  asLines: renderBankDeleted,
  run: (memory, input) => memory.file.deleteBank(input),
});

export const doctorOperation = defineOperation({
  name: 'doctor',
  ofFile: true,
  summary: 'Check the file; rebuild what is derived.',
  description:
    'Looks for damage, says which parts serve this machine, and with --rebuild makes words, vectors and indexes anew from the memories. With --recall it asks this bank up to 200 questions made of its own notes, on a copy: by one of a note’s own questions, which the note is indexed without, or by its subject and aspect. It tells how often the answer stood first, how sure the bank was, and which notes cannot be found or mislead, with what mends each.',
  input: DoctorInput,
  output: Diagnosis,
  positional: [],
  effect: 'write',
  writesWith: ['rebuild'],
  idempotent: true,
  examples: [
    { command: 'mneme doctor', shows: 'whether the file is healthy' },
    { command: 'mneme doctor --rebuild', shows: 'the same after rebuilding' },
    {
      command: 'mneme doctor --recall',
      shows: 'how well this bank answers, how sure it is, and which notes cannot be found',
    },
  ],
  served: { long: true, scope: 'admin', line: 'urgent' },
  verb: ['care.doctor'],
  asLines: renderDiagnosis,
  run: (memory, input, { signal, onProgress }) =>
    memory.care.doctor({ ...input, ...definedOnly({ signal, onProgress }) }),
});

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
    memory.care.reindex(definedOnly({ embedder, signal, onProgress })),
});

// Deprecated aliases: the names these verbs had in the previous version.

export const bankListOperation = deprecatedVerb(banksOperation, {
  name: 'bank_list',
  words: ['bank', 'list'],
  positional: [],
  input: BankFilter,
  as: (given) => given,
});

export const bankRestoreOperation = deprecatedVerb(bankDeleteOperation, {
  name: 'bank_restore',
  words: ['bank', 'restore'],
  positional: ['name'],
  effect: 'write',
  places: [{ method: 'POST', path: '/bank-restorations' }],
  input: z.strictObject({ name: DeleteBankInput.shape.name }),
  as: (given) => ({ ...given, restore: true }),
});
