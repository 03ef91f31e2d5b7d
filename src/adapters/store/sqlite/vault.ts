import type { SealedValue } from '../../../domain/privacy.js';
import type { SealedQuery } from '../../../ports/store.js';
import { selectIn } from './read.js';
import { soundRows } from './sound-rows.js';
import type { Connection } from './connection.js';

export function putSealed(
  connection: Connection,
  bank: number,
  { token, kind, print, sealed }: SealedValue,
): void {
  connection
    .statement('INSERT INTO vault (bank, token, kind, print, sealed) VALUES (?, ?, ?, ?, ?)')
    .run(bank, token, kind, print, sealed);
}

export function findSealed(
  connection: Connection,
  bank: number,
  query: SealedQuery,
): SealedValue[] {
  const find = (column: 'token' | 'print' | 'kind', values: readonly string[]): SealedValue[] =>
    values.flatMap((value) => {
      const rows = connection
        .statement(`SELECT token, kind, print, sealed FROM vault WHERE bank = ? AND ${column} = ?`)
        .all(bank, value);
      return soundRows<SealedValue>(connection, 'vault', bank, rows);
    });
  return [
    ...find('token', query.tokens ?? []),
    ...find('print', query.prints ?? []),
    ...find('kind', query.kinds ?? []),
  ];
}

/** The highest token number of each kind: some below it may have been erased. */
export function lastSealed(
  connection: Connection,
  bank: number,
  kinds: readonly string[],
): Map<string, number> {
  const rows = selectIn<{ kind: string; n: number }>(
    connection,
    (list) =>
      `SELECT kind, max(CAST(substr(token, length(kind) + 3) AS INTEGER)) AS n FROM vault WHERE bank = ? AND kind IN (${list}) GROUP BY kind`,
    [bank],
    kinds,
  );
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
