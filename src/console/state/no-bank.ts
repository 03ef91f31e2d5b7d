import { MnemeError } from '../../domain/errors.js';

/** Null where the bank is not there yet: it is founded by the first thing it is told. */
export async function orEmpty<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found' && error.field === 'bank') return null;
    throw error;
  }
}
