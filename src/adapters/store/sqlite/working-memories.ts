import type { SessionId } from '../../../domain/ids.js';
import { WORKING_BOUNDS, type KeptWorkingMemory } from '../../../domain/working-memory.js';
import { soundRow } from './sound-rows.js';
import type { Connection } from './connection.js';

export function readWorkingMemory(
  connection: Connection,
  bank: number,
  session: SessionId,
): KeptWorkingMemory | null {
  const row = connection
    .statement('SELECT session, data FROM working_memory WHERE bank = ? AND session = ?')
    .get(bank, session);
  const found = soundRow<{ data: KeptWorkingMemory }>(connection, 'working_memory', bank, row);
  return found?.data ?? null;
}

/** Inside the running transaction, so that two concurrent notes both count. Only the latest sessions are kept. */
export function reviseWorkingMemory(
  connection: Connection,
  bank: number,
  session: SessionId,
  revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
): KeptWorkingMemory | null {
  const after = revise(readWorkingMemory(connection, bank, session));
  if (after === null) {
    connection
      .statement('DELETE FROM working_memory WHERE bank = ? AND session = ?')
      .run(bank, session);
    return null;
  }
  connection
    .statement(
      'INSERT OR REPLACE INTO working_memory (bank, session, changed_at, data) VALUES (?, ?, ?, ?)',
    )
    .run(bank, session, after.changedAt, JSON.stringify(after));
  connection
    .statement(
      'DELETE FROM working_memory WHERE bank = ? AND session IN (SELECT session FROM working_memory WHERE bank = ? AND session <> ? ORDER BY changed_at DESC, session LIMIT -1 OFFSET ?)',
    )
    .run(bank, bank, session, WORKING_BOUNDS.sessions - 1);
  return after;
}
