import type { Operation } from '../../operations/operation.js';
import { isLong } from './weigh-input.js';

/**
 * `pool`: threads that have the bank at hand. `main`: the thread that answers everybody, in turns. `apart`: a thread that computes
 * nothing else meanwhile.
 */
export type Placement = 'pool' | 'main' | 'apart';

/** Characters of input that are computed with in a moment. */
export const LONGEST = 4_000;
/** A question's may be more: what is not to be told again is named in it. */
const LONGEST_QUESTION = 16_000;

/** Where a call is run: a verb that is not known to be quick, and an input that is long, are computed with apart. */
export function placeOf({ served }: Pick<Operation, 'served'>, input: unknown): Placement {
  if (served?.pace === 'question') return isLong(input, LONGEST_QUESTION) ? 'apart' : 'pool';
  return served?.pace === 'quick' && !isLong(input, LONGEST) ? 'main' : 'apart';
}
