import type { SessionId } from '../../../domain/ids.js';
import { WORKING_BOUNDS, type KeptWorkingMemory } from '../../../domain/working-memory.js';
import { rows, run, type Query } from './query.js';

export function* readWorkingMemory(
  bank: number,
  session: SessionId,
): Query<KeptWorkingMemory | null> {
  const [row] = yield* rows<{ data: KeptWorkingMemory }>(
    'working_memory',
    bank,
    'SELECT session, data FROM working_memory WHERE bank = ? AND session = ?',
    ...[bank, session],
  );
  return row?.data ?? null;
}

/** Inside the running transaction, so that two concurrent notes both count. Only the latest sessions are kept. */
export function* reviseWorkingMemory(
  bank: number,
  session: SessionId,
  revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
): Query<KeptWorkingMemory | null> {
  const after = revise(yield* readWorkingMemory(bank, session));
  if (after === null) {
    yield* run('DELETE FROM working_memory WHERE bank = ? AND session = ?', bank, session);
    return null;
  }
  yield* run(
    `INSERT INTO working_memory (bank, session, changed_at, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (bank, session) DO UPDATE SET changed_at = excluded.changed_at, data = excluded.data`,
    ...[bank, session, after.changedAt, JSON.stringify(after)],
  );
  yield* run(
    `DELETE FROM working_memory WHERE bank = ? AND session IN (SELECT session FROM working_memory
       WHERE bank = ? AND session <> ? ORDER BY changed_at DESC, session LIMIT ? OFFSET ?)`,
    ...[bank, bank, session, Number.MAX_SAFE_INTEGER, WORKING_BOUNDS.sessions - 1],
  );
  return after;
}
