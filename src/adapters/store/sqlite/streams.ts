import type { BankName } from '../../../domain/ids.js';
import type { IndexRow, Store, StoredCode } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { codesAfter, codesOf, indexRowsAfter, indexRowsOf, inRecordedOrder } from './index-rows.js';
import { readingBanks } from './parts/bank-of.js';

/** Rows that an index load reads at once. */
const INDEX_PAGE = 500;

export function streamIndexRows(
  connection: Connection,
  bank: BankName,
  space: string,
  encoder: string,
  ids: Parameters<Store['indexRows']>[3],
): AsyncIterable<readonly IndexRow[]> {
  if (ids !== undefined)
    return slices(connection, bank, ids, (num, some) =>
      indexRowsOf(connection, num, [space, encoder], some),
    );
  return pages(connection, bank, (num, after) => {
    const { rows, last } = indexRowsAfter(connection, num, [space, encoder], after, INDEX_PAGE);
    return { items: rows, last };
  });
}

export function streamCodes(
  connection: Connection,
  bank: BankName,
  space: string,
  encoder: string,
  ids: Parameters<Store['codes']>[3],
): AsyncIterable<readonly StoredCode[]> {
  if (ids !== undefined)
    return slices(connection, bank, ids, (num, some) =>
      codesOf(connection, num, [space, encoder], some),
    );
  return pages(connection, bank, (num, after) => {
    const { codes, last } = codesAfter(connection, num, [space, encoder], after, INDEX_PAGE);
    return { items: codes, last };
  });
}

async function* pages<T>(
  connection: Connection,
  bank: BankName,
  pageAfter: (num: number, after: number) => { items: readonly T[]; last: number | null },
): AsyncIterable<readonly T[]> {
  const reading = readingBanks(connection);
  for (let after = 0; ;) {
    const { items, last } = await reading(bank, (num) => pageAfter(num, after));
    if (last === null) return;
    yield items;
    after = last;
  }
}

async function* slices<T>(
  connection: Connection,
  bank: BankName,
  ids: NonNullable<Parameters<Store['codes']>[3]>,
  read: (num: number, ids: NonNullable<Parameters<Store['codes']>[3]>) => readonly T[],
): AsyncIterable<readonly T[]> {
  const reading = readingBanks(connection);
  const ordered =
    ids.length <= INDEX_PAGE
      ? ids
      : await reading(bank, (num) => inRecordedOrder(connection, num, ids));
  for (let at = 0; at < ordered.length || at === 0; at += INDEX_PAGE)
    yield await reading(bank, (num) => read(num, ordered.slice(at, at + INDEX_PAGE)));
}
