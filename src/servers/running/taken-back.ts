import { MnemeError } from '../../domain/errors.js';

/** What a caller gets, if anybody still listens, of a request that nobody waits for any more. */
export const takenBack = (): MnemeError =>
  new MnemeError('interrupted', 'The request was taken back before it was answered.');
