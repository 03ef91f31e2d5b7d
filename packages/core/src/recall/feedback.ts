import type { Need } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Accept } from '../indexes/accept.js';
import type { VoteIndex } from '../indexes/vote-weights.js';
import { type Candidate, PATH_LIMIT } from './candidate.js';
import type { Wanted } from './question.js';
import type { Understanding } from './understand.js';

/** What votes on earlier results contribute to a recall. */
export interface Feedback {
  /** The votes as of now, or as of the moment that the answer is about. */
  readonly votes: VoteIndex;
  /** Logits by slot: above 0 for what was useful for similar questions, below 0 for what was not. */
  readonly lifts: ReadonlyMap<number, number>;
  /** 0..1; 0.5 without votes. */
  usefulness(memory: MemoryId): number;
  /** How memories of its source and kind were rated relative to all others, -0.5..0.5. */
  standing(memory: Memory): number;
  /** The probability that a recall for such a need is useful, 0..1; 0.5 without votes. */
  feelingOfKnowing(need: Need): number;
  /** Whether it was reported as wrong and has not been reviewed. */
  wantsReview(memory: MemoryId): boolean;
}

/** Memories that were useful for similar questions, whichever words they contain. */
export function feedbackPath({ lifts }: Feedback, accepts: Accept): Candidate[] {
  return [...lifts]
    .filter(([slot, lift]) => lift > 0 && accepts(slot))
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}

/** Kinds of answer that distinguish two questions with the same words. */
const TELLING: readonly (keyof Wanted)[] = [
  'time',
  'person',
  'place',
  'number',
  'duration',
  'reason',
];

/** What a question asks for, as stored with votes. */
export function needOf({
  terms,
  nameTerms,
  wanted,
  periods,
  reasoning,
}: Pick<Understanding, 'terms' | 'nameTerms' | 'wanted' | 'periods' | 'reasoning'>): Need {
  return {
    terms: terms.map(({ term }) => term),
    names: nameTerms.map(({ term }) => term),
    asks: TELLING.filter((kind) => wanted[kind]),
    periods: periods.map(({ from, to, precision }) => ({ from, to, precision })),
    reasoning,
  };
}
