import { createHash } from 'node:crypto';
import type { BankName } from '../../../domain/ids.js';
import type { SnapshotHead } from '../../../ports/store.js';
import { soundRow } from './sound-rows.js';
import type { Connection } from './connection.js';
import { readingBanks } from './parts/bank-of.js';

export function readSnapshot(connection: Connection, bank: number): SnapshotHead | null {
  const row = connection
    .statement('SELECT sequence, format FROM snapshot WHERE bank = ?')
    .get(bank);
  return soundRow<SnapshotHead>(connection, 'snapshot', bank, row) ?? null;
}

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
      .run(bank, part, sealed(data));
  }
}

const SUM_BYTES = 32;
const sumOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** With its checksum appended: one wrong byte in an index is a wrong answer, and nothing else would detect it. */
function sealed(data: Uint8Array): Uint8Array {
  return Buffer.concat([data, sumOf(data)]);
}

/** Null for bytes that do not match their checksum. */
function whole(stored: Uint8Array): Uint8Array | null {
  if (stored.length < SUM_BYTES) return null;
  const data = stored.subarray(0, stored.length - SUM_BYTES);
  return sumOf(data).equals(stored.subarray(data.length)) ? data : null;
}

/** Inside the running transaction. */
export function dropSnapshot(connection: Connection, bank: number): void {
  connection.statement('DELETE FROM snapshot WHERE bank = ?').run(bank);
  connection.statement('DELETE FROM snapshot_part WHERE bank = ?').run(bank);
}
