import { MnemeError } from './errors.js';

const MAX_TRIES = 100;

/**
 * Repeats `work`, which reads, decides and commits, until nobody committed in between. Only the store's own conflict
 * counts: one that names a field is a refusal. Throws what `work` throws, and after 100 tries `conflict`.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const overtaken = MnemeError.is(error) && error.code === 'conflict' && !error.field;
      if (!overtaken || attempt >= MAX_TRIES) throw error;
    }
  }
}
