import { z } from 'zod';
import { OwnText } from './schema.js';

/** Longer than any that a page gives. */
const MAX_CURSOR = 8_000;

export const Cursor = z.string().trim().min(1, 'must not be empty').max(MAX_CURSOR);

/** What every list verb takes beside its filter. */
export const pageInput = (most: string, usual: number, max: number) => ({
  limit: z
    .int()
    .min(1, `must be 1 to ${max}`)
    .max(max, `must be 1 to ${max}`)
    .default(usual)
    .describe(most),
  cursor: Cursor.optional().describe('`next` of the page before, with the same filter.'),
});

/** How lists named the cursor before all of them had one; it goes on working. */
export const OldCursor = Cursor.optional().describe('The older name of `cursor`.');

/** What every page gives beside its items. */
export const pageOutput = {
  /** Goes into the next call's `cursor`; null at the end. */
  next: OwnText.nullable(),
};
