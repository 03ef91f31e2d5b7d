// Verbs under the names that they had in the version before.
import { z } from 'zod';
import { formerly } from '../../../operations/formerly.js';
import { DeleteBankInput } from '../file/delete-bank.js';
import { BankFilter } from '../statistics.js';
import { bankDeleteOperation, banksOperation } from './upkeep.js';

export const bankListOperation = formerly(banksOperation, {
  name: 'bank_list',
  words: ['bank', 'list'],
  positional: [],
  input: BankFilter,
  as: (given) => given,
});

export const bankRestoreOperation = formerly(bankDeleteOperation, {
  name: 'bank_restore',
  words: ['bank', 'restore'],
  positional: ['name'],
  effect: 'write',
  places: [{ method: 'POST', path: '/bank-restorations' }],
  input: z.strictObject({ name: DeleteBankInput.shape.name }),
  as: (given) => ({ ...given, restore: true }),
});
