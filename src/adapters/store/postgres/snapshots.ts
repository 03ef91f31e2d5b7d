import type { SnapshotHead } from '../../../ports/store.js';
import type { Session } from './session.js';

export async function readSnapshot(session: Session, bank: number): Promise<SnapshotHead | null> {
  const row = await session.first<SnapshotHead>(
    'SELECT sequence, format FROM snapshot WHERE bank = $1',
    [bank],
  );
  return row ?? null;
}

/** In one way there and back. */
export async function readSnapshotParts(
  session: Session,
  bank: number,
): Promise<(readonly [string, Uint8Array])[]> {
  const rows = await session.bytes(`SELECT part, data FROM snapshot_part WHERE bank = ${bank}`);
  return rows.map(([part, data]) => [part?.toString() ?? '', data ?? new Uint8Array()]);
}

/** Within the running transaction. */
export async function writeSnapshot(
  session: Session,
  bank: number,
  { sequence, format }: SnapshotHead,
  parts: Iterable<readonly [string, Uint8Array]>,
): Promise<void> {
  await dropSnapshot(session, bank);
  await session.run('INSERT INTO snapshot (bank, sequence, format) VALUES ($1, $2, $3)', [
    bank,
    sequence,
    format,
  ]);
  for (const [part, data] of parts)
    await session.run('INSERT INTO snapshot_part (bank, part, data) VALUES ($1, $2, $3)', [
      bank,
      part,
      data,
    ]);
}

export async function dropSnapshot(session: Session, bank: number): Promise<void> {
  await session.run('DELETE FROM snapshot WHERE bank = $1', [bank]);
  await session.run('DELETE FROM snapshot_part WHERE bank = $1', [bank]);
}
