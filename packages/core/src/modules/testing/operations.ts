import type { z } from 'zod';
import { asTestCases, PinInput, RecallCases } from './case.js';
import { TestReport } from './report.js';
import { TestInput } from './run.js';
import { renderTest } from './view.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import { definedOnly } from '../../domain/well-formed.js';

export const testOperation = defineOperation({
  name: 'test',
  words: ['test', 'run'],
  summary: 'Ask questions of the bank and check what comes back.',
  description:
    'Each case says what must come back, what must not, or that nothing must be known. With `pin`, a case is made of what a question gets today: votes on its results say what must come back and what must not; else the best results do, or that nothing is known. Writes nothing and counts as no use. At the command line, `mneme test FILE` reads the cases from a file.',
  input: TestInput,
  output: TestReport,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: `mneme test run --case '{"ask":"Where does Tom live?","mustReturn":["Porto"]}'`,
      shows: 'whether it passed, and why not',
    },
    {
      command: 'mneme test run --pin "Where does Tom live?"',
      shows: 'the case in YAML, to be added to a file of cases',
    },
  ],
  verb: ['testing.run'],
  places: [{ method: 'POST', path: '/test' }],
  asLines: renderTest,
  run: (memory, input, { signal, onProgress }) =>
    memory.testing.run(input, definedOnly({ signal, onProgress })),
});

// Deprecated aliases: the names these verbs had in the previous version.

export const recallAccuracyOperation = deprecatedVerb(testOperation, {
  name: 'recall_accuracy',
  words: ['recall-accuracy'],
  positional: [],
  places: [{ method: 'POST', path: '/recall/accuracy' }],
  input: RecallCases,
  as: asTestCases,
});

export const testRunOperation = deprecatedVerb(testOperation, {
  name: 'test_run',
  positional: [],
  input: TestInput,
  as: (given) => given as z.input<typeof TestInput>,
});

export const testPinOperation = deprecatedVerb(testOperation, {
  name: 'test_pin',
  words: ['test', 'pin'],
  positional: ['query'],
  places: [{ method: 'POST', path: '/test/case' }],
  input: PinInput,
  as: ({ query: pin, ...same }) => ({ pin, ...same }),
});
