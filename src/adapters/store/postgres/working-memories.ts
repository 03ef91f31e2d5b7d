import type { SessionId } from '../../../domain/ids.js';
import { WORKING_BOUNDS, type KeptWorkingMemory } from '../../../domain/working-memory.js';
import { parsed } from './rows.js';
import type { Session } from './session.js';

export async function readWorkingMemory(
  session: Session,
  bank: number,
  id: SessionId,
): Promise<KeptWorkingMemory | null> {
  const row = await session.first<{ data: string }>(
    'SELECT data FROM working_memory WHERE bank = $1 AND session = $2',
    [bank, id],
  );
  return row === undefined
    ? null
    : (parsed(`working memory of ${id}`, row.data) as KeptWorkingMemory);
}

/** Within the running transaction, so that two processes that note at once both count. Only so many sessions stay, the latest. */
export async function reviseWorkingMemory(
  session: Session,
  bank: number,
  id: SessionId,
  revise: (before: KeptWorkingMemory | null) => KeptWorkingMemory | null,
): Promise<KeptWorkingMemory | null> {
  const after = revise(await readWorkingMemory(session, bank, id));
  if (after === null) {
    await session.run('DELETE FROM working_memory WHERE bank = $1 AND session = $2', [bank, id]);
    return null;
  }
  await session.run(
    `INSERT INTO working_memory (bank, session, changed_at, data) VALUES ($1, $2, $3, $4)
     ON CONFLICT (bank, session) DO UPDATE SET changed_at = excluded.changed_at, data = excluded.data`,
    [bank, id, after.changedAt, JSON.stringify(after)],
  );
  await session.run(
    `DELETE FROM working_memory WHERE bank = $1 AND session IN (
       SELECT session FROM working_memory WHERE bank = $1 AND session <> $2 ORDER BY changed_at DESC, session OFFSET $3)`,
    [bank, id, WORKING_BOUNDS.sessions - 1],
  );
  return after;
}
