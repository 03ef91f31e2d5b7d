import type { Need } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { VoteIndex } from '../indexes/vote-index.js';

/** What votes on earlier results teach a recall. */
export interface Feedback {
  /** The votes by now, or by the moment the answer is to rest on. */
  readonly votes: VoteIndex;
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
