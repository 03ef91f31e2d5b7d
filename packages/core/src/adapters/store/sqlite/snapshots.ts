import type { BankName } from '../../../domain/ids.js';
import { whole } from '../sql/snapshots.js';
import type { Connection } from './connection.js';
import { readingBanks } from './parts/bank-of.js';
import { soundRow } from './sound-rows.js';

/** One after the other: all of them together may be as large as the index. */
export async function* snapshotParts(
  connection: Connection,
  name: BankName,
): AsyncIterable<readonly [string, Uint8Array]> {
  const reading = readingBanks(connection);
  const names = (await reading(name, (bank) =>
    connection.statement('SELECT part FROM snapshot_part WHERE bank = ?').all(bank),
  )) as { readonly part: string }[];
  for (const { part } of names) {
    const data = await reading(name, (bank) => readSnapshotPart(connection, bank, part));
    if (data !== null) yield [part, data];
  }
}

function readSnapshotPart(connection: Connection, bank: number, part: string): Uint8Array | null {
  const row = connection
    .statement('SELECT data FROM snapshot_part WHERE bank = ? AND part = ?')
    .get(bank, part);
  const data = soundRow<{ data: Uint8Array }>(connection, 'snapshot_part', bank, row)?.data;
  return data === undefined ? null : whole(data);
}
