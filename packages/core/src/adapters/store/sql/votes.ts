import type { Vote } from '../../../domain/feedback.js';
import type { VoteQuery } from '../../../ports/store.js';
import type { Dialect } from './dialect.js';
import { removedRows, statesAt } from './journal.js';
import { Conditions, records, type Query } from './query.js';

export function* readVotes(
  dialect: Dialect,
  bank: number,
  { ids, memory, asOf }: VoteQuery,
): Query<Vote[]> {
  const asked = new Conditions()
    .require('bank = ?', bank)
    .require('id IN ?', ids)
    .require('memory = ?', memory);
  const votes = yield* records(
    'vote',
    bank,
    `vote WHERE ${asked.sql} ORDER BY num`,
    ...asked.values,
  );
  const meant = (vote: Vote): boolean =>
    (memory === undefined || vote.memory === memory) &&
    (ids === undefined || ids.includes(vote.id));
  if (asOf === undefined) return votes.filter(meant);
  // Votes undone later were in effect at that moment.
  const undone = yield* removedVotes(dialect, bank);
  const then = yield* statesAt(dialect, 'vote', bank, [...votes, ...undone].filter(meant), asOf);
  return then.filter(({ at }) => at <= asOf);
}

/** Votes that are gone from the bank, as they were last. */
function* removedVotes(dialect: Dialect, bank: number): Query<Vote[]> {
  const gone = yield* removedRows(
    dialect,
    bank,
    `AND r.{kind} = 'vote' AND NOT EXISTS (SELECT 1 FROM vote v WHERE v.bank = r.bank AND v.id = r.id)`,
  );
  return [...new Map(gone.map(({ id, record }) => [id, record as Vote])).values()];
}
