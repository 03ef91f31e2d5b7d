import { PATHS } from '../../domain/profile.js';
import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import type { Candidate, Feedback, Found } from '../candidate.js';
import type { CausalFit } from '../paths/graph.js';
import type { LexicalScores } from '../paths/lexical.js';
import { periodFit } from '../paths/temporal.js';
import {
  CandidateView,
  type PoolView,
  type ReadFeature,
  type SessionBest,
  UNRANKED,
} from './candidate-view.js';
import { type Feature, type FeatureTable, instanceScorer, READERS } from './feature-list.js';
import { type FusionModel, scoreRows } from './fusion-model.js';
import { QueryMatcher } from './query-matcher.js';
import { withTrusted } from './reorder.js';
import type { Understanding } from '../understand.js';

/** Candidates read closely per memory loaded. */
const READ_PER_LOADED = 2.5;

/** Row numbers of candidates in the pool. */
type Rows = readonly number[];

/**
 * The first stage of a cascade ranker (Wang, Lin and Metzler 2011): scores candidates by the few features of `model`,
 * which need no look at a candidate's words, and returns those worth reading closely: the best, those of more trusted
 * sources that a flood displaced, and all that `always` marks. In their order; pure.
 */
function firstRanking(
  slots: readonly number[],
  { pool, views }: Reading,
  readers: readonly ReadFeature[],
  model: FusionModel,
  loaded: number,
  always: Uint8Array,
): Rows {
  const all = slots.map((_, row) => row);
  const room = Math.ceil(loaded * READ_PER_LOADED);
  if (all.length <= room) return all;
  const scores = scoreRows(
    model,
    readRows(all, slots, { pool, views }, readers),
    all.length,
    readers.length,
  );
  const lowest = Float32Array.from(scores).sort()[scores.length - room] ?? 0;
  const saved = savedFrom(slots, scores, pool, room);
  return all.filter((row) => (scores[row] ?? 0) >= lowest || always[row] === 1 || saved.has(row));
}

/** Rows of more trusted sources that a flood of a less trusted one would displace. */
function savedFrom(
  slots: readonly number[],
  scores: Float32Array,
  { index: { trust } }: PoolView,
  room: number,
): ReadonlySet<number> {
  const first = trust.get(slots[0] ?? 0);
  if (slots.every((slot) => trust.get(slot) === first)) return new Set();
  const order = slots
    .map((_, row) => row)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return new Set(withTrusted(order, room, (row) => trust.get(slots[row] ?? NONE)));
}

/** Rows read together: as many as fit the processor's L1 cache. */
const BLOCK = 32;

/** A pool and the views that serve all its rows, one block after another. */
interface Reading {
  readonly pool: PoolView;
  readonly views: readonly CandidateView[];
}

const startReading = (pool: PoolView): Reading => ({
  pool,
  views: Array.from({ length: BLOCK }, () => new CandidateView(pool)),
});

/** The values that `readers` compute for the candidates, row by row. */
function readRows(
  rows: Rows,
  slots: readonly number[],
  { pool, views }: Reading,
  readers: readonly ReadFeature[],
): Float32Array {
  const width = readers.length;
  const values = new Float32Array(rows.length * width);
  const called = readers.map((read) => read.when?.(pool) !== false);
  for (let first = 0; first < rows.length; first += BLOCK) {
    const count = Math.min(BLOCK, rows.length - first);
    for (let at = 0; at < count; at++) {
      const row = rows[first + at] ?? 0;
      views[at]?.at(slots[row] ?? NONE, row);
    }
    // Column by column: branch prediction works best when consecutive calls have the same target.
    for (let column = 0; column < width; column++) {
      if (!called[column]) continue;
      const read = readers[column] as ReadFeature;
      for (let at = 0; at < count; at++)
        values[(first + at) * width + column] = read(views[at] as CandidateView);
    }
  }
  return values;
}

const READ: readonly ReadFeature[] = Object.values(READERS);

export interface RankingInput {
  readonly index: BankIndex;
  readonly understanding: Understanding;
  readonly vector: Float32Array;
  readonly found: Found;
  readonly lexical: LexicalScores;
  /** Cosine of a slot to the query. */
  readonly similarity: (slot: number) => number;
  /** Computes many cosines at once, before they are needed one by one. */
  readonly prepare: (slots: readonly number[]) => void;
  /** The index of the passage that answers best in a long text; null for a text of one passage. */
  readonly passage: (slot: number) => number | null;
  /** How a slot fits the causal direction of the question. */
  readonly causal: CausalFit;
  /** Words associated with the query's in this bank, by term number, with strength 0..1. */
  readonly associates: ReadonlyMap<number, number>;
  /** What votes on earlier results taught. */
  readonly feedback: Feedback;
}

/** How to select the candidates worth reading closely. */
export interface FirstLook {
  /** Scores a candidate by some of the features. */
  readonly model: FusionModel;
  /** How many memories will be loaded. */
  readonly loaded: number;
  /** Slots that are judged separately and never dropped. */
  readonly kept: (slot: number) => boolean;
}

/**
 * Reads the candidates' features: of all, or of those that pass a first look. Pure; linear in candidates × words of
 * five turns.
 */
export function readFeatures(input: RankingInput, look?: FirstLook): FeatureTable {
  const seen = candidateSlots(input.found);
  input.prepare(seen);
  const reading = startReading(viewPool(input, seen));
  const rows =
    look === undefined
      ? seen.map((_, row) => row)
      : firstRanking(
          seen,
          reading,
          readersOf(look.model),
          look.model,
          look.loaded,
          alwaysRead(input.found, seen, look),
        );
  const slots = rows.map((row) => seen[row] ?? NONE);
  input.prepare(slots.flatMap((slot) => [input.index.previous(slot), input.index.next(slot)]));
  return { seen, slots, values: readRows(rows, seen, reading, READ) };
}

const readersOf = (model: FusionModel): readonly ReadFeature[] =>
  (model.features as readonly Feature[]).map((name) => READERS[name]);

/** The best of each path, this many, are always read closely. */
const BEST_OF_PATH = 12;

/**
 * Marks, by row, the best of each path and all candidates found by pictures or votes, which have scores of their own.
 */
function alwaysRead(found: Found, seen: readonly number[], { kept }: FirstLook): Uint8Array {
  const always = new Uint8Array(seen.length);
  for (let row = 0; row < seen.length; row++) if (kept(seen[row] ?? NONE)) always[row] = 1;
  for (const [path, candidates = []] of Object.entries(found)) {
    const most =
      path === 'image' || path === 'feedback'
        ? candidates.length
        : Math.min(BEST_OF_PATH, candidates.length);
    for (let at = 0; at < most; at++) always[rowOf(candidates[at]?.slot ?? NONE, seen)] = 1;
  }
  return always;
}

/** Every slot that any path found, in order of recording. */
export function candidateSlots(found: Found): number[] {
  const lists = Object.values(found).map((candidates = []) => candidates);
  const slots = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const list of lists) for (const { slot } of list) slots[count++] = slot;
  // A typed array sorts numerically without a comparator.
  slots.sort();
  const distinct: number[] = [];
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? NONE;
    if (at === 0 || slot !== slots[at - 1]) distinct.push(slot);
  }
  return distinct;
}

const LEAST = 1e-6;
const K1 = 1.2;

function viewPool(input: RankingInput, slots: readonly number[]): PoolView {
  const { index, understanding, lexical, found, similarity } = input;
  const { own, placed, session, sessions } = lexical;
  const best = bestOf(slots, input);
  const weight = understanding.terms.reduce((sum, term) => sum + term.weight, 0);
  return {
    index,
    matcher: new QueryMatcher(index, understanding, input.associates, lexical),
    wanted: understanding.wanted,
    speakers: understanding.speakers,
    assistants: index.assistants,
    voice: understanding.voice,
    own,
    placed,
    session,
    similarity,
    ceiling: Math.max(LEAST, weight * (K1 + 1)),
    best: {
      ...best,
      session: sessions.reduce((most, number) => Math.max(most, session[number] ?? 0), LEAST),
      graph: (found.graph ?? []).reduce((most, { score }) => Math.max(most, score), LEAST),
    },
    cosines: spreadOf(slots.map(similarity)),
    sessionBest: bestOfSessions(slots, index, lexical, similarity),
    ranks: ranks(slots, placed),
    graph: scoresOf(found.graph, slots),
    temporal: scoresOf(found.temporal, slots),
    finders: countFinders(found, slots),
    instances: instanceScorer(index, understanding.instances),
    newest: best.newest,
    hasPeriod: understanding.periods.length > 0,
    periodFit: (slot) =>
      understanding.periods.reduce(
        (most, period) => Math.max(most, periodFit(index, slot, period, understanding.offset)),
        0,
      ),
  };
}

/** The highest of each among the candidates. */
function bestOf(
  slots: readonly number[],
  { index, lexical: { own, placed } }: RankingInput,
): Pick<PoolView['best'], 'own' | 'placed'> & Pick<PoolView, 'newest'> {
  const best = { own: LEAST, placed: LEAST, newest: LEAST };
  for (const slot of slots) {
    best.own = Math.max(best.own, own[slot] ?? 0);
    best.placed = Math.max(best.placed, placed[slot] ?? 0);
    best.newest = Math.max(best.newest, index.saidAt.get(slot));
  }
  return best;
}

function spreadOf(cosines: readonly number[]): PoolView['cosines'] {
  const count = Math.max(1, cosines.length);
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / count;
  const squares = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / count) };
}

function ranks(slots: readonly number[], scores: Float32Array): Int32Array {
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const keys = new Float64Array(slots.length);
  let count = 0;
  for (let row = 0; row < slots.length; row++) {
    const value = scores[slots[row] ?? NONE] ?? 0;
    if (!(value > 0)) continue;
    // The bits of positive floats sort as the floats do. The row goes below them, so that ties go
    // to the one recorded first.
    float[0] = value;
    keys[count++] = (bits[0] ?? 0) * ROW_ROOM + (ROW_ROOM - 1 - row);
  }
  const sorted = keys.subarray(0, count).sort();
  const places = new Int32Array(slots.length).fill(UNRANKED);
  for (let rank = 0; rank < count; rank++)
    places[ROW_ROOM - 1 - ((sorted[count - 1 - rank] ?? 0) % ROW_ROOM)] = rank;
  return places;
}

/** More rows than all paths together return; with the 32 bits of a score they fit one exact integer. */
const ROW_ROOM = 2 ** 20;

function bestOfSessions(
  slots: readonly number[],
  index: BankIndex,
  { own, placed }: LexicalScores,
  similarity: (slot: number) => number,
): Map<number, SessionBest> {
  const bests = new Map<number, { own: number; placed: number; cosine: number }>();
  for (const slot of slots) {
    const session = index.session(slot);
    if (session === NONE) continue;
    let best = bests.get(session);
    if (best === undefined) bests.set(session, (best = { own: 0, placed: 0, cosine: 0 }));
    best.own = Math.max(best.own, own[slot] ?? 0);
    best.placed = Math.max(best.placed, placed[slot] ?? 0);
    best.cosine = Math.max(best.cosine, similarity(slot));
  }
  return bests;
}

function scoresOf(
  candidates: readonly Candidate[] | undefined,
  slots: readonly number[],
): Float64Array {
  const scores = new Float64Array(slots.length);
  for (const { slot, score } of candidates ?? []) scores[rowOf(slot, slots)] = score;
  return scores;
}

function countFinders(found: Found, slots: readonly number[]): Uint8Array {
  const counts = new Uint8Array(slots.length);
  for (const path of PATHS) {
    // The fusion was fitted on four paths; the causal and feedback paths only add candidates, and
    // have terms of their own.
    if (path === 'causal' || path === 'feedback') continue;
    for (const { slot } of found[path] ?? []) {
      const row = rowOf(slot, slots);
      counts[row] = (counts[row] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * The row of a slot among ascending slots: by binary search, since building a map would cost more than the few
 * lookups.
 */
function rowOf(slot: number, slots: readonly number[]): number {
  let low = 0;
  for (let high = slots.length - 1; low < high;) {
    const middle = (low + high) >> 1;
    if ((slots[middle] ?? NONE) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
