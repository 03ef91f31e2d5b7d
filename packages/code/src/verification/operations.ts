import { z } from 'zod';
import { reversible } from '@mneme/core/domain/reversal.js';
import { Verdicts, VerifyInput } from './verify-memory.js';
import { renderVerdicts } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

export const verifyOperation = defineOperation({
  name: 'verify',
  summary:
    'Check the functions in a memory: bounds, null, types, termination, assertions; or list verdicts.',
  description:
    'By the solver z3 over a subset of Python, JavaScript and TypeScript; nothing is run. Each is verified, failed with arguments that show it, bounded, out of time, or not applicable. Kept as evidence beside the memory, with which it goes. Without a memory: what was found, the latest first.',
  input: VerifyInput,
  output: reversible(Verdicts),
  positional: ['memory'],
  effect: 'write',
  writesWith: ['memory'],
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme verify m_01h5k0c2x9w7a',
      shows: 'a verdict for each function, with what breaks it',
    },
    { command: 'mneme verify --verdict failed', shows: 'memories whose code goes wrong' },
  ],
  served: { line: 'solving' },
  verb: ['verification.verify'],
  places: [{ method: 'POST', path: '/verifications' }],
  asLines: renderVerdicts,
  run: (memory, input, { signal }) =>
    memory.verification.verify(input, signal === undefined ? {} : { signal }),
});

// Former name of a verb that was merged into `verify`.

const { verdict } = VerifyInput.shape;

export const verdictsOperation = deprecatedVerb(verifyOperation, {
  name: 'verdicts',
  positional: [],
  effect: 'read',
  places: [{ method: 'GET', path: '/verifications' }],
  input: z.strictObject({ verdict }),
  as: (given) => given,
});
