import { VoteIndex } from '../indexes/vote-index.js';
import type { Feedback } from './feedback.js';
import { raisedBy } from './module-hooks.js';
import type { RecallContext } from './recall-context.js';
import type { Understanding } from './understand.js';

/** Reads the votes, and asks modules what to raise by them. Nearly free while nobody has voted. */
export async function readFeedback(
  context: RecallContext,
  understanding: Understanding,
): Promise<Feedback> {
  const votes = await votesFor(context);
  return {
    votes,
    lifts: await raisedBy({ ...context, understanding, votes }),
    usefulness: (memory) => votes.usefulness(memory),
    standing: ({ provenance, kind }) =>
      votes.size === 0 ? 0 : votes.meta.standing(provenance[0]?.source ?? 'user', kind),
    feelingOfKnowing: (asked) => (votes.size === 0 ? 0.5 : votes.meta.feelingOfKnowing(asked)),
    wantsReview: (memory) => votes.wantsReview(memory),
  };
}

async function votesFor({ profile, bank, state, ports }: RecallContext): Promise<VoteIndex> {
  const { asOf } = profile;
  return asOf === undefined || state.votes.size === 0
    ? state.votes
    : new VoteIndex(await ports.store.votes(bank, { asOf }));
}
