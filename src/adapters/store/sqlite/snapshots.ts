import type { SnapshotHead } from '../../../ports/store.js';
import type { Connection } from './connection.js';

export function readSnapshot(connection: Connection, bank: number): SnapshotHead | null {
  return (
    (connection.statement('SELECT sequence, format FROM snapshot WHERE bank = ?').get(bank) as
      SnapshotHead | undefined) ?? null
  );
}

export function readSnapshotPart(
  connection: Connection,
  bank: number,
  part: string,
): Uint8Array | null {
  const row = connection
    .statement('SELECT data FROM snapshot_part WHERE bank = ? AND part = ?')
    .get(bank, part) as { data: Uint8Array } | undefined;
  return row?.data ?? null;
}

/** Inside the running transaction. */
export function writeSnapshot(
  connection: Connection,
  bank: number,
  head: SnapshotHead,
  parts: Iterable<readonly [string, Uint8Array]>,
): void {
  dropSnapshot(connection, bank);
  connection
    .statement('INSERT INTO snapshot (bank, sequence, format) VALUES (?, ?, ?)')
    .run(bank, head.sequence, head.format);
  for (const [part, data] of parts) {
    connection
      .statement('INSERT INTO snapshot_part (bank, part, data) VALUES (?, ?, ?)')
      .run(bank, part, data);
  }
}

/** Inside the running transaction. */
export function dropSnapshot(connection: Connection, bank: number): void {
  connection.statement('DELETE FROM snapshot WHERE bank = ?').run(bank);
  connection.statement('DELETE FROM snapshot_part WHERE bank = ?').run(bank);
}
