import type { Need } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { VoteBook } from '../indexes/vote-book.js';
import { raisedBy } from './module-hooks.js';
import type { Scene } from './recall-context.js';
import type { Understanding } from './understand.js';

/** What votes on earlier results teach a recall. */
export interface Feedback {
  /** The votes by now, or by the moment the answer is to rest on. */
  readonly votes: VoteBook;
  /** Logits by slot, above 0 for what was of use to questions like this one, below 0 for what was not. */
  readonly lifts: ReadonlyMap<number, number>;
  /** 0..1; 0.5 without votes. */
  usefulness(memory: MemoryId): number;
  /** How memories of its source and kind were voted beside all others, -0.5..0.5. */
  standing(memory: Memory): number;
  /** The chance that a recall for such a need is of use, 0..1; 0.5 without votes. */
  feelingOfKnowing(need: Need): number;
  /** Whether it was said to be wrong and nobody has settled that. */
  wantsReview(memory: MemoryId): boolean;
}

/** Reads the votes, and asks modules what they raise by them. Costs next to nothing while nobody has voted. */
export async function readFeedback(scene: Scene, understanding: Understanding): Promise<Feedback> {
  const votes = await votesFor(scene);
  return {
    votes,
    lifts: await raisedBy({ ...scene, understanding, votes }),
    usefulness: (memory) => votes.usefulness(memory),
    standing: ({ provenance, kind }) =>
      votes.size === 0 ? 0 : votes.meta.standing(provenance[0]?.source ?? 'user', kind),
    feelingOfKnowing: (asked) => (votes.size === 0 ? 0.5 : votes.meta.feelingOfKnowing(asked)),
    wantsReview: (memory) => votes.wantsReview(memory),
  };
}

async function votesFor({ profile, bank, state, ports }: Scene): Promise<VoteBook> {
  const { asOf } = profile;
  return asOf === undefined || state.votes.size === 0
    ? state.votes
    : new VoteBook(await ports.store.votes(bank, { asOf }));
}
