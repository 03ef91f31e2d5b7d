import type { Need, RecallRecord, RecollectionId, Vote } from '../../../domain/feedback.js';
import type { MemoryId } from '../../../domain/ids.js';
import type { Store } from '../../../ports/store.js';
import type { Connection } from './connection.js';
import { imageAt, selectIn } from './read.js';
import { removedRows } from './removed.js';
import { voteFromRow, type VoteRow } from './vote-rows.js';

/** Inside the running transaction. `keep` is handed the vote that this one replaces. */
export function putVote(
  connection: Connection,
  bank: number,
  vote: Vote,
  sequence: number,
  keep: (before: Vote) => void,
): void {
  const row = connection
    .statement('SELECT * FROM vote WHERE bank = ? AND id = ?')
    .get(bank, vote.id) as VoteRow | undefined;
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
  keep(voteFromRow(row));
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
  { ids, memory, asOf }: NonNullable<Parameters<Store['votes']>[1]>,
): Vote[] {
  const rows = (
    ids !== undefined
      ? selectIn<VoteRow>(
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
  ) as VoteRow[];
  const meant = (vote: Vote): boolean =>
    (memory === undefined || vote.memory === memory) &&
    (ids === undefined || ids.includes(vote.id));
  const votes = rows.map(voteFromRow).filter(meant);
  if (asOf === undefined) return votes;
  // Votes that were undone since were given at that moment.
  const undone = removedRows<VoteRow>(connection, bank, 'vote').map(voteFromRow).filter(meant);
  return [...votes, ...undone]
    .flatMap((vote) => imageAt(connection, bank, 'vote', vote, asOf) ?? [])
    .filter(({ at }) => at <= asOf);
}

/** Inside the running transaction. A recall noted again is the latest again. */
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
    .get(bank, id) as { at: number; need: string; delivered: string } | undefined;
  return row === undefined
    ? null
    : {
        id,
        at: row.at,
        need: JSON.parse(row.need) as Need,
        delivered: JSON.parse(row.delivered) as MemoryId[],
      };
}
