// Verbs that others have taken in, under the names that they had in the version before.
import { formerly } from '../../operations/formerly.js';
import { testRunOperation } from './operations.js';
import { asTestCases, RecallCases } from './recall-cases.js';

export const recallAccuracyOperation = formerly(testRunOperation, {
  name: 'recall_accuracy',
  words: ['recall-accuracy'],
  positional: [],
  places: [{ method: 'POST', path: '/recall/accuracy' }],
  input: RecallCases,
  as: asTestCases,
});
