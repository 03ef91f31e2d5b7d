import type { SealedValue } from '../../../domain/privacy.js';
import type { SealedQuery } from '../../../ports/store.js';
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

/** The highest number that a token of this kind has: some below it may have been erased. */
export function lastSealed(connection: Connection, bank: number, kind: string): number {
  return (
    connection
      .statement(
        'SELECT coalesce(max(CAST(substr(token, length(kind) + 3) AS INTEGER)), 0) AS n FROM vault WHERE bank = ? AND kind = ?',
      )
      .get(bank, kind) as { n: number }
  ).n;
}
