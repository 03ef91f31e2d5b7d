import { defineOperation } from '../../operations/operation.js';
import { PinInput, PinnedCase } from './pin.js';
import { TestReport } from './report.js';
import { TestInput } from './run.js';
import { renderTest, renderPinned } from './view.js';

export const testRunOperation = defineOperation({
  name: 'test_run',
  words: ['test', 'run'],
  summary: 'Ask questions of the bank and check what comes back.',
  description:
    'Each case says what must come back, what must not, or that nothing must be known. Writes nothing and counts as no use. At the command line, `mneme test FILE` reads the cases from a file.',
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
  ],
  verb: ['testing.run'],
  places: [{ method: 'POST', path: '/test' }],
  asLines: renderTest,
  run: (memory, input, { signal, onProgress }) =>
    memory.testing.run(input, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    }),
});

export const testPinOperation = defineOperation({
  name: 'test_pin',
  words: ['test', 'pin'],
  summary: 'Make a case of what a question gets today.',
  description:
    'Votes on the results of this very question say what must come back and what must not; else the best results do, or that nothing is known. The answer is an item of a list in YAML.',
  input: PinInput,
  output: PinnedCase,
  positional: ['query'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme test pin "Where does Tom live?"',
      shows: 'the case, to be added to a file of cases',
    },
  ],
  verb: ['testing.pin', 'query'],
  places: [{ method: 'POST', path: '/test/case' }],
  asLines: renderPinned,
  run: (memory, input) => memory.testing.pin(input),
});
