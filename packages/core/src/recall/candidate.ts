import type { Need } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Path } from '../domain/profile.js';
import type { Accept } from '../indexes/index-lookups.js';
import type { VoteIndex } from '../indexes/votes.js';
import type { Wanted } from './profile-and-question.js';
import type { Understanding } from './understand.js';

/** A memory that a path found. */
export interface Candidate {
  readonly slot: number;
  /** The path's own score; comparable within the path only. */
  readonly score: number;
}

/** What each path found, by path name: recall's own paths and those of modules. */
export type Found = Readonly<
  Partial<Record<Path, readonly Candidate[]>> & Record<string, readonly Candidate[] | undefined>
>;

/** Maximum number of candidates per path. */
export const PATH_LIMIT = 120;

/** In a large bank, this many memories with the query's words are checked for causes. */
export const CAUSAL_LIMIT = 500;

/** The lexical path finds most of the answers, so it may return more. */
export const LEXICAL_LIMIT = 220;

/** The heap's scores and slots, worst first; reused from call to call. */
let keptScores = new Float64Array(256);
let keptSlots = new Int32Array(256);

/** The `k` slots of highest score among `slots`, best first, ties to the lower slot. A bounded heap: O(n log k). */
export function topSlots(
  slots: ArrayLike<number>,
  count: number,
  scores: ArrayLike<number>,
  k: number,
): number[] {
  const room = Math.min(k, count);
  if (room <= 0) return [];
  if (keptSlots.length < room) {
    keptScores = new Float64Array(room * 2);
    keptSlots = new Int32Array(room * 2);
  }
  let held = 0;
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0;
    const score = scores[slot] ?? 0;
    if (held < room) rise(held++, slot, score);
    // Most slots score below the worst one held; one comparison rejects them.
    else if (
      score > (keptScores[0] ?? 0) ||
      (score === keptScores[0] && slot < (keptSlots[0] ?? 0))
    )
      sink(held, slot, score);
  }
  const best: number[] = new Array<number>(held);
  while (held > 0) {
    best[--held] = keptSlots[0] ?? 0;
    sink(held, keptSlots[held] ?? 0, keptScores[held] ?? 0);
  }
  return best;
}

/** Appends a slot to the heap and sifts it up. */
function rise(end: number, slot: number, score: number): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = keptScores[parent] ?? 0;
    if (above < score || (above === score && (keptSlots[parent] ?? 0) > slot)) break;
    keptScores[at] = above;
    keptSlots[at] = keptSlots[parent] ?? 0;
    at = parent;
  }
  keptScores[at] = score;
  keptSlots[at] = slot;
}

/** Replaces the worst of `held` and sifts down. */
function sink(held: number, slot: number, score: number): void {
  let at = 0;
  for (let child = 1; child < held; child = 2 * at + 1) {
    if (child + 1 < held && isWorse(child + 1, child)) child++;
    const below = keptScores[child] ?? 0;
    if (below > score || (below === score && (keptSlots[child] ?? 0) < slot)) break;
    keptScores[at] = below;
    keptSlots[at] = keptSlots[child] ?? 0;
    at = child;
  }
  keptScores[at] = score;
  keptSlots[at] = slot;
}

function isWorse(a: number, b: number): boolean {
  const difference = (keptScores[a] ?? 0) - (keptScores[b] ?? 0);
  return difference === 0 ? (keptSlots[a] ?? 0) > (keptSlots[b] ?? 0) : difference < 0;
}

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
