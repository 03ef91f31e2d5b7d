import { reversible } from '../../domain/reversal.js';
import { defineOperation } from '../../operations/operation.js';
import { Verdicts, VerdictsInput, VerifyInput, VerifyReceipt } from './verify-memory.js';
import { renderVerification, renderVerdicts } from './view.js';

export const verifyOperation = defineOperation({
  name: 'verify',
  summary: 'Check the functions in a memory: bounds, null, types, termination, assertions.',
  description:
    'By the solver z3 over a subset of Python, JavaScript and TypeScript; nothing is run. Each is verified, failed with arguments that show it, bounded, out of time, or not applicable. Kept as evidence beside the memory.',
  input: VerifyInput,
  output: reversible(VerifyReceipt),
  positional: ['memory'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme verify m_01h5k0c2x9w7a',
      shows: 'a verdict for each function, with what breaks it',
    },
  ],
  served: { line: 'solving' },
  verb: ['verification.verify'],
  places: [{ method: 'POST', path: '/verifications' }],
  asLines: renderVerification,
  run: (memory, input, { signal }) =>
    memory.verification.verify(input, signal === undefined ? {} : { signal }),
});

export const verdictsOperation = defineOperation({
  name: 'verdicts',
  summary: 'List what was found of code in memories.',
  description: 'One a memory, the latest first. A verdict goes with its memory.',
  input: VerdictsInput,
  output: Verdicts,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    { command: 'mneme verdicts --verdict failed', shows: 'memories whose code goes wrong' },
  ],
  served: { pace: 'quick' },
  verb: ['verification.verdicts'],
  places: [{ method: 'GET', path: '/verifications' }],
  asLines: renderVerdicts,
  run: (memory, input) => memory.verification.verdicts(input),
});
