import type { Need } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { VoteIndex } from '../indexes/vote-index.js';

/** What votes on earlier results contribute to a recall. */
export interface Feedback {
  /** The votes as of now, or as of the moment that the answer is about. */
  readonly votes: VoteIndex;
  /** Logits by slot: above 0 for what was useful for similar questions, below 0 for what was not. */
  readonly lifts: ReadonlyMap<number, number>;
  /** 0..1; 0.5 without votes. */
  usefulness(memory: MemoryId): number;
  /** How memories of its source and kind were rated compared with all others, -0.5..0.5. */
  standing(memory: Memory): number;
  /** The probability that a recall for such a need is useful, 0..1; 0.5 without votes. */
  feelingOfKnowing(need: Need): number;
  /** Whether it was reported wrong and nobody has settled that. */
  wantsReview(memory: MemoryId): boolean;
}
