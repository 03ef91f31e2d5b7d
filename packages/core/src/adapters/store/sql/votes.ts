import type { Vote } from '../../../domain/feedback.js';
import type { VoteQuery } from '../../../ports/store.js';
import { Conditions, records, statesAt, type Query } from './query.js';

export function* readVotes(bank: number, { ids, memory, asOf }: VoteQuery): Query<Vote[]> {
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
  const undone = (yield { way: 'removed', kind: 'vote', bank }) as readonly Vote[];
  const then = yield* statesAt('vote', bank, [...votes, ...undone].filter(meant), asOf);
  return then.filter(({ at }) => at <= asOf);
}
