import { MnemeError } from '../../../domain/errors.js';
import type { Store } from '../../../ports/store.js';

const LATER =
  'It is finished when the file is next opened to write; until then `mneme doctor` tells of it.';

/**
 * Finishes erasures whose commit is done: the file is written anew, without what they deleted. Returns why it could not be, in
 * words; null when nothing is left to be done. What is committed is erased either way: it is no failure of the change.
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
