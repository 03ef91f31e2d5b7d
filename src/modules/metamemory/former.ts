// Verbs that `metamemory` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { CreditInput } from '../outcomes/read-credit.js';
import { metamemoryOperation } from './operations.js';

export const creditOperation = formerly(metamemoryOperation, {
  name: 'credit',
  positional: ['memory'],
  places: [{ method: 'GET', path: '/credit' }],
  input: CreditInput,
  as: (given) => given,
});

export const syncCompetenceOperation = formerly(metamemoryOperation, {
  name: 'competence_sync',
  words: ['competence', 'sync'],
  positional: ['domain'],
  places: [{ method: 'POST', path: '/competence/sync' }],
  input: z.strictObject({
    domain: z.string().optional().describe('Taken, and not needed: all fields are told.'),
  }),
  as: () => ({}),
});

export const prioritiesOperation = formerly(metamemoryOperation, {
  name: 'learning_priorities',
  words: ['priorities'],
  positional: [],
  places: [{ method: 'GET', path: '/learning/priorities' }],
  input: z.strictObject({}),
  as: () => ({}),
});
