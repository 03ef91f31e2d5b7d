import type { BankName, MemoryId } from '../../../domain/ids.js';
import type { IndexRow, StoredCode } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { codesAfter, codesOf, indexRowsAfter, indexRowsOf } from './index-rows.js';

/** Rows a look-ahead of an index load reads at once. */
const INDEX_PAGE = 2_000;

type Made = readonly [space: string, encoder: string];

export async function* streamIndexRows(
  connection: Connection,
  name: BankName,
  made: Made,
  ids?: readonly MemoryId[],
): AsyncIterable<readonly IndexRow[]> {
  if (ids !== undefined) {
    yield await connection.readBank(name, (session, bank) => indexRowsOf(session, bank, made, ids));
    return;
  }
  for (let after = 0; ;) {
    const { rows, last } = await connection.readBank(name, (session, bank) =>
      indexRowsAfter(session, bank, made, after, INDEX_PAGE),
    );
    if (last === null) return;
    yield rows;
    after = last;
  }
}

export async function* streamCodes(
  connection: Connection,
  name: BankName,
  made: Made,
  ids?: readonly MemoryId[],
): AsyncIterable<readonly StoredCode[]> {
  if (ids !== undefined) {
    yield await connection.readBank(name, (session, bank) => codesOf(session, bank, made, ids));
    return;
  }
  for (let after = 0; ;) {
    const { codes, last } = await connection.readBank(name, (session, bank) =>
      codesAfter(session, bank, made, after, INDEX_PAGE),
    );
    if (last === null) return;
    yield codes;
    after = last;
  }
}
