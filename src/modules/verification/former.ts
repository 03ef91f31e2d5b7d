// A verb that `verify` has taken in, under the name that it had in the version before.
import { z } from 'zod';
import { formerly } from '../../operations/formerly.js';
import { verifyOperation } from './operations.js';
import { VerifyInput } from './verify-memory.js';

const { verdict } = VerifyInput.shape;

export const verdictsOperation = formerly(verifyOperation, {
  name: 'verdicts',
  positional: [],
  effect: 'read',
  places: [{ method: 'GET', path: '/verifications' }],
  input: z.strictObject({ verdict }),
  as: (given) => given,
});
