import { MnemeError } from '../../../domain/errors.js';
import type { Store } from '../../../ports/store.js';

const LATER =
  'It is finished when the file is next opened to write; until then `mneme doctor` tells of it.';

/**
 * Finishes committed erasures: rewrites the file without what they deleted. Returns the reason if it could
 * not, in words; null if nothing is left to do. The change itself succeeded either way: what is committed
 * is erased.
 */
export async function finishErasure(store: Store, waitMs: number): Promise<string | null> {
  try {
    if (await store.scrub(waitMs)) return null;
    return `It is not yet out of the file: another process still reads an older state, whose log is kept. ${LATER}`;
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    return `It is not yet out of the file, which could not be written anew (${error.message.replace(/\.$/, '')}). ${LATER}`;
  }
}
