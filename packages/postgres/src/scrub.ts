import type { Instant } from '@mneme/core/domain/time.js';
import type { Connection } from './connection.js';
import { BANK_TABLES } from './migrations.js';
import { codeOf } from './postgres-errors.js';
import type { Session } from './session.js';

/** Within the running transaction of a change that erases: what it erased lies in dead rows until the server has cleared them away. */
export async function markUnfinished(session: Session, bank: number): Promise<void> {
  await session.run(
    `INSERT INTO unfinished_erasure (bank, sequence, since)
     SELECT bank, sequence, at FROM journal WHERE bank = $1 ORDER BY sequence DESC LIMIT 1
     ON CONFLICT (bank) DO UPDATE SET sequence = excluded.sequence, since = excluded.since`,
    [bank],
  );
}

export async function unfinishedErasure(session: Session, bank: number): Promise<Instant | null> {
  const row = await session.first<{ since: Instant }>(
    'SELECT since FROM unfinished_erasure WHERE bank = $1',
    [bank],
  );
  return row?.since ?? null;
}

/**
 * Finishes erasures as far as a client can: has the server clear the dead rows away, of all banks' tables. False where rows stay that
 * an older transaction may still read, or where the role is not the owner. What the server keeps beside its tables, its log, its
 * replicas and its backups, is beyond a client: docs/postgres.md says what to do.
 */
export async function scrub(connection: Connection): Promise<boolean> {
  const waiting = await connection.read((session) =>
    session.all<{ bank: number; sequence: number }>(
      'SELECT bank, sequence FROM unfinished_erasure',
    ),
  );
  if (waiting.length === 0) return true;
  try {
    const clear = await connection.read(async (session) => {
      await session.script(`VACUUM (INDEX_CLEANUP ON) ${BANK_TABLES.join(', ')}, reply, api_key`);
      return nothingOlder(session);
    });
    if (!clear) return false;
  } catch (error) {
    if (codeOf((error as { cause?: unknown }).cause) === '42501') return false;
    throw error;
  }
  // What was erased meanwhile is of a later change.
  await connection.write(async (session) => {
    for (const { bank, sequence } of waiting)
      await session.run('DELETE FROM unfinished_erasure WHERE bank = $1 AND sequence <= $2', [
        bank,
        sequence,
      ]);
  });
  return true;
}

/** Whether no transaction of this database that was open before may still hold dead rows back. */
async function nothingOlder(session: Session): Promise<boolean> {
  const row = await session.first<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL
       AND xact_start < clock_timestamp() - interval '1 second'`,
  );
  return (row?.n ?? 0) === 0;
}
