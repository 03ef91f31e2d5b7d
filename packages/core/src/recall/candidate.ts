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

/** The heap's scores, slots and places, worst first; reused from call to call. */
let keptScores = new Float64Array(256);
let keptSlots = new Int32Array(256);
let keptPlaces = new Int32Array(256);

/** The `k` slots of highest score among `slots`, best first, ties to the lower slot. A bounded heap: O(n log k). */
export function topSlots(
  slots: ArrayLike<number>,
  count: number,
  scores: ArrayLike<number>,
  k: number,
): number[] {
  const room = makeRoom(k, count);
  let held = 0;
  if (room === 0) return [];
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0;
    const score = scores[slot] ?? 0;
    if (held < room) rise(held++, slot, score, at);
    // Most slots score below the worst one held; one comparison rejects them.
    else if (beats(slot, score)) sink(held, slot, score, at);
  }
  return bestFirst(held, keptSlots);
}

/** The same with scores by place, of the accepted places: where in `slots` the best are. */
export function topPlaces(
  slots: ArrayLike<number>,
  count: number,
  scores: ArrayLike<number>,
  k: number,
  accepts?: (place: number) => boolean,
): number[] {
  const room = makeRoom(k, count);
  let held = 0;
  if (room === 0) return [];
  for (let at = 0; at < count; at++) {
    const score = scores[at] ?? 0;
    if (held === room && score < (keptScores[0] ?? 0)) continue;
    const slot = slots[at] ?? 0;
    if ((held === room && !beats(slot, score)) || accepts?.(at) === false) continue;
    if (held < room) rise(held++, slot, score, at);
    else sink(held, slot, score, at);
  }
  return bestFirst(held, keptPlaces);
}

/** Makes room in the heap; returns how many it may hold. */
function makeRoom(k: number, count: number): number {
  const room = Math.max(0, Math.min(k, count));
  if (keptSlots.length < room) {
    keptScores = new Float64Array(room * 2);
    keptSlots = new Int32Array(room * 2);
    keptPlaces = new Int32Array(room * 2);
  }
  return room;
}

/** Whether it is better than the worst one held. */
function beats(slot: number, score: number): boolean {
  const worst = keptScores[0] ?? 0;
  return score > worst || (score === worst && slot < (keptSlots[0] ?? 0));
}

/** Empties the heap. */
function bestFirst(count: number, kept: Int32Array): number[] {
  const best: number[] = new Array<number>(count);
  for (let held = count; held > 0;) {
    best[--held] = kept[0] ?? 0;
    sink(held, keptSlots[held] ?? 0, keptScores[held] ?? 0, keptPlaces[held] ?? 0);
  }
  return best;
}

/** Appends a slot to the heap and sifts it up. */
function rise(end: number, slot: number, score: number, place: number): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = keptScores[parent] ?? 0;
    if (above < score || (above === score && (keptSlots[parent] ?? 0) > slot)) break;
    move(parent, at);
    at = parent;
  }
  keep(at, slot, score, place);
}

/** Replaces the worst of `held` and sifts down. */
function sink(held: number, slot: number, score: number, place: number): void {
  let at = 0;
  for (let child = 1; child < held; child = 2 * at + 1) {
    if (child + 1 < held && isWorse(child + 1, child)) child++;
    const below = keptScores[child] ?? 0;
    if (below > score || (below === score && (keptSlots[child] ?? 0) < slot)) break;
    move(child, at);
    at = child;
  }
  keep(at, slot, score, place);
}

function move(from: number, to: number): void {
  keep(to, keptSlots[from] ?? 0, keptScores[from] ?? 0, keptPlaces[from] ?? 0);
}

function keep(at: number, slot: number, score: number, place: number): void {
  keptScores[at] = score;
  keptSlots[at] = slot;
  keptPlaces[at] = place;
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
