import { createHash } from 'node:crypto';
import type { SnapshotHead } from '../../../ports/store.js';
import { rows, run, type Query } from './query.js';

export function* readSnapshot(bank: number): Query<SnapshotHead | null> {
  const [head] = yield* rows<SnapshotHead>(
    'snapshot',
    bank,
    'SELECT sequence, format FROM snapshot WHERE bank = ?',
    bank,
  );
  return head ?? null;
}

/** Inside the running transaction. */
export function* writeSnapshot(
  bank: number,
  { sequence, format }: SnapshotHead,
  parts: Iterable<readonly [string, Uint8Array]>,
): Query<void> {
  yield* dropSnapshot(bank);
  yield* run(
    'INSERT INTO snapshot (bank, sequence, format) VALUES (?, ?, ?)',
    bank,
    sequence,
    format,
  );
  for (const [part, data] of parts)
    yield* run(
      'INSERT INTO snapshot_part (bank, part, data) VALUES (?, ?, ?)',
      bank,
      part,
      sealed(data),
    );
}

/** Inside the running transaction. */
export function* dropSnapshot(bank: number): Query<void> {
  yield* run('DELETE FROM snapshot WHERE bank = ?', bank);
  yield* run('DELETE FROM snapshot_part WHERE bank = ?', bank);
}

const SUM_BYTES = 32;
const sumOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** With its checksum appended: one wrong byte in an index is a wrong answer, and nothing else would detect it. */
function sealed(data: Uint8Array): Uint8Array {
  return Buffer.concat([data, sumOf(data)]);
}

/** Null for bytes that do not match their checksum. */
export function whole(stored: Uint8Array): Uint8Array | null {
  if (stored.length < SUM_BYTES) return null;
  const data = stored.subarray(0, stored.length - SUM_BYTES);
  return sumOf(data).equals(stored.subarray(data.length)) ? data : null;
}
