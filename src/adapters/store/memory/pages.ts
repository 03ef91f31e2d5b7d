import type { Page } from '../../../ports/store.js';
import { pageOf, parseCursor } from '../pages.js';
import type { Row, Rows } from './rows.js';

/** A page of what `meant` admits, in order of recording. */
export function pageAfter<Entry, More extends Row<Entry>, Item>(
  rows: Rows<Entry, More>,
  limit: number,
  after: string | undefined,
  meant: (row: More) => boolean,
  itemOf: (row: More) => Item,
  newestFirst = false,
): Page<Item> {
  const found = newestFirst
    ? rows.before(after === undefined ? Infinity : parseCursor(after), limit + 1, meant)
    : rows.after(parseCursor(after), limit + 1, meant);
  return pageOf(found, limit, itemOf);
}
