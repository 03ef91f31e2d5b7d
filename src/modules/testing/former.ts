// Verbs that others have taken in, under the names that they had in the version before.
import type { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { testOperation } from './operations.js';
import { PinInput } from './pin.js';
import { TestInput } from './run.js';
import { asTestCases, RecallCases } from './recall-cases.js';

export const recallAccuracyOperation = formerly(testOperation, {
  name: 'recall_accuracy',
  words: ['recall-accuracy'],
  positional: [],
  places: [{ method: 'POST', path: '/recall/accuracy' }],
  input: RecallCases,
  as: asTestCases,
});

export const testRunOperation = formerly(testOperation, {
  name: 'test_run',
  positional: [],
  input: TestInput,
  as: (given) => given as z.input<typeof TestInput>,
});

export const testPinOperation = formerly(testOperation, {
  name: 'test_pin',
  words: ['test', 'pin'],
  positional: ['query'],
  places: [{ method: 'POST', path: '/test/case' }],
  input: PinInput,
  as: ({ query: pin, ...same }) => ({ pin, ...same }),
});
