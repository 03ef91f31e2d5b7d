import { OwnText, wholeNumber, textUpTo } from './schema.js';

/** Longer than any cursor that a page returns. */
const MAX_CURSOR = 8_000;

export const Cursor = textUpTo(MAX_CURSOR);

/** The input of every list verb in addition to its filter. */
export const pageInput = (most: string, usual: number, max: number) => ({
  limit: wholeNumber(1, max).default(usual).describe(most),
  cursor: Cursor.optional().describe('`next` of the page before, with the same filter.'),
});

/** Former name of `cursor` in some lists; still accepted. */
export const OldCursor = Cursor.optional().describe('The older name of `cursor`.');

/** The output of every page in addition to its items. */
export const pageOutput = {
  /** Goes into the next call's `cursor`; null at the end. */
  next: OwnText.nullable(),
};

/** All pages of a list, one after the other: `read` gives the one after a cursor. */
export async function* everyPage<Item>(
  read: (
    after: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<readonly Item[], void, undefined> {
  for (let after: string | undefined; ;) {
    const { items, next } = await read(after);
    yield items;
    if (next === null) return;
    after = next;
  }
}
