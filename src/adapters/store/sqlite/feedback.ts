import type { RecallRecord, RecollectionId, Vote } from '../../../domain/feedback.js';
import type { VoteQuery } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { imageAt, recordsOf, selectIn } from './read.js';
import { removedRows } from './removed.js';
import { soundRow } from './sound-rows.js';

export function readVotes(
  connection: Connection,
  bank: number,
  { ids, memory, asOf }: VoteQuery,
): Vote[] {
  const rows = (
    ids !== undefined
      ? selectIn<object>(
          connection,
          (list) => `SELECT * FROM vote WHERE bank = ? AND id IN (${list}) ORDER BY num`,
          [bank],
          ids,
        )
      : memory !== undefined
        ? connection
            .statement('SELECT * FROM vote WHERE bank = ? AND memory = ? ORDER BY num')
            .all(bank, memory)
        : connection.statement('SELECT * FROM vote WHERE bank = ? ORDER BY num').all(bank)
  ) as object[];
  const meant = (vote: Vote): boolean =>
    (memory === undefined || vote.memory === memory) &&
    (ids === undefined || ids.includes(vote.id));
  const votesOf = (stored: readonly object[]): Vote[] =>
    recordsOf(connection, 'vote', bank, stored).filter(meant);
  const votes = votesOf(rows);
  if (asOf === undefined) return votes;
  // Votes undone later were in effect at that moment.
  return [...votes, ...votesOf(removedRows<object>(connection, bank, 'vote'))]
    .flatMap((vote) => imageAt(connection, bank, 'vote', vote, asOf) ?? [])
    .filter(({ at }) => at <= asOf);
}

/** Inside the running transaction. A recall stored again becomes the latest. */
export function writeRecalls(
  connection: Connection,
  bank: number,
  recalls: readonly RecallRecord[],
  keep: number,
): void {
  for (const { id, at, need, delivered } of recalls) {
    connection
      .statement(
        'INSERT OR REPLACE INTO recall_log (bank, id, at, need, delivered) VALUES (?, ?, ?, ?, ?)',
      )
      .run(bank, id, at, JSON.stringify(need), JSON.stringify(delivered));
  }
  connection
    .statement(
      'DELETE FROM recall_log WHERE bank = ? AND num <= (SELECT num FROM recall_log WHERE bank = ? ORDER BY num DESC LIMIT 1 OFFSET ?)',
    )
    .run(bank, bank, keep);
}

export function readRecall(
  connection: Connection,
  bank: number,
  id: RecollectionId,
): RecallRecord | null {
  const row = connection
    .statement('SELECT id, at, need, delivered FROM recall_log WHERE bank = ? AND id = ?')
    .get(bank, id);
  return soundRow<RecallRecord>(connection, 'recall_log', bank, row) ?? null;
}
