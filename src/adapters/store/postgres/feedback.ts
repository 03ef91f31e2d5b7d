import type { RecallRecord, RecollectionId, Vote } from '../../../domain/feedback.js';
import type { VoteQuery } from '../../../ports/store.js';
import { statesAt } from './read.js';
import { removedVotes } from './removed.js';
import { parsed, recordOf, type RawRow } from './rows.js';
import type { Session } from './session.js';

export async function readVotes(
  session: Session,
  bank: number,
  { ids, memory, asOf }: VoteQuery,
): Promise<Vote[]> {
  const rows = await session.all<RawRow>(
    `SELECT id, record FROM vote WHERE bank = $1 AND ($2::text[] IS NULL OR id = ANY($2::text[]))
     AND ($3::text IS NULL OR memory = $3) ORDER BY num`,
    [bank, ids ?? null, memory ?? null],
  );
  const votes = rows.map((row) => recordOf('vote', row));
  if (asOf === undefined) return votes;
  // Votes that were undone since were given at that moment.
  const undone = (await removedVotes(session, bank)).filter(
    (vote) =>
      (memory === undefined || vote.memory === memory) &&
      (ids === undefined || ids.includes(vote.id)),
  );
  const then = await statesAt(session, bank, 'vote', [...votes, ...undone], asOf);
  return then.filter(({ at }) => at <= asOf);
}

/** Within the running transaction. A recall noted again is the latest again. */
export async function writeRecalls(
  session: Session,
  bank: number,
  recalls: readonly RecallRecord[],
  keep: number,
): Promise<void> {
  if (recalls.length > 0) {
    const ids = recalls.map(({ id }) => id);
    await session.run('DELETE FROM recall_log WHERE bank = $1 AND id = ANY($2::text[])', [
      bank,
      ids,
    ]);
    await session.run(
      `INSERT INTO recall_log (bank, id, record)
       SELECT $1::integer, t.* FROM unnest($2::text[], $3::text[]) AS t ON CONFLICT DO NOTHING`,
      [bank, ids, recalls.map((recall) => JSON.stringify(recall))],
    );
  }
  await session.run(
    `DELETE FROM recall_log WHERE bank = $1
     AND num <= (SELECT num FROM recall_log WHERE bank = $1 ORDER BY num DESC LIMIT 1 OFFSET $2)`,
    [bank, keep],
  );
}

export async function readRecall(
  session: Session,
  bank: number,
  id: RecollectionId,
): Promise<RecallRecord | null> {
  const row = await session.first<{ record: string }>(
    'SELECT record FROM recall_log WHERE bank = $1 AND id = $2',
    [bank, id],
  );
  return row === undefined ? null : (parsed(`recall ${id}`, row.record) as RecallRecord);
}
