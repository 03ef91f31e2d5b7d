import { MnemeError } from '../../domain/errors.js';
import type { Page } from '../../ports/store.js';

/** The position that a page's `next` encodes; before all others if none is given. */
export function parseCursor(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new MnemeError('invalid_input', 'The page cursor is not one that a previous page gave.', {
    field: 'after',
    value: after,
    hint: 'Pass on `next` of the page before, unchanged.',
  });
}

/** Which side of a cursor a page goes on, and in which order. */
export function pageSql(newestFirst: boolean | undefined, after: string | undefined): PageSql {
  const place = parseCursor(after);
  return newestFirst === true
    ? { comparison: '<', order: 'DESC', place: after === undefined ? NEWEST : place }
    : { comparison: '>', order: 'ASC', place };
}

interface PageSql {
  readonly comparison: '<' | '>';
  readonly order: 'ASC' | 'DESC';
  readonly place: number;
}

/** Above the number of every row. */
const NEWEST = 1e15;

/** A page of rows, given one more row than it takes if more follow; those that are no item are left out. */
export function pageOf<More extends { readonly num: number }, Item>(
  found: readonly More[],
  limit: number,
  itemOf: (row: More) => Item | null,
): Page<Item> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.flatMap((row) => itemOf(row) ?? []),
    next: found.length > limit && last !== undefined ? String(last.num) : null,
  };
}
