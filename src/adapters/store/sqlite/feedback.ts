import type { RecallRecord, RecollectionId, Vote } from '../../../domain/feedback.js';
import type { VoteQuery } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { imageAt, selectIn } from './read.js';
import { removedRows } from './removed.js';
import { readBefore } from './set-aside.js';
import { soundRow, soundRows } from './sound-rows.js';
import { voteFromRow, type VoteRow } from './vote-rows.js';

/** Inside the running transaction. `keep` is called with the vote that this one replaces. */
export function putVote(
  connection: Connection,
  bank: number,
  vote: Vote,
  sequence: number,
  keep: (before: Vote | null) => void,
): void {
  const row = connection
    .statement('SELECT * FROM vote WHERE bank = ? AND id = ?')
    .get(bank, vote.id) as object | undefined;
  const values = [
    vote.memory,
    vote.verdict,
    vote.note,
    vote.at,
    vote.actor,
    JSON.stringify(vote.need),
    vote.source,
    vote.kind,
    vote.lowered,
    vote.version,
  ];
  if (row === undefined) {
    connection
      .statement(
        `INSERT INTO vote (bank, id, created, memory, verdict, note, at, actor, need, source, kind, lowered, version)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(bank, vote.id, sequence, ...values);
    return;
  }
  keep(readBefore<VoteRow, Vote>(connection, bank, 'vote', row, voteFromRow));
  connection
    .statement(
      `UPDATE vote SET memory = ?, verdict = ?, note = ?, at = ?, actor = ?, need = ?, source = ?, kind = ?, lowered = ?, version = ?
       WHERE bank = ? AND id = ?`,
    )
    .run(...values, bank, vote.id);
}

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
  const votes = soundRows<VoteRow>(connection, 'vote', bank, rows).map(voteFromRow).filter(meant);
  if (asOf === undefined) return votes;
  // Votes undone later were in effect at that moment.
  const gone = removedRows<object>(connection, bank, 'vote');
  const undone = soundRows<VoteRow>(connection, 'vote', bank, gone).map(voteFromRow).filter(meant);
  return [...votes, ...undone]
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
