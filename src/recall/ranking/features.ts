import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import type { Path } from '../../domain/profile.js';
import { PATHS } from '../../domain/profile.js';
import { DAY } from '../../domain/time.js';
import type { Found } from '../candidate.js';
import type { LexicalScores } from '../paths/lexical.js';
import { periodFit } from '../paths/temporal.js';
import type { Understanding } from '../understand.js';
import { QueryMatcher, type TurnMatch } from './query-matcher.js';

/**
 * What the learned fusion sees of a candidate, each about 0..1 or -1..1. The order is the model's: a new feature goes to
 * the end and needs the weights fitted anew (`npm run bench -- fit`).
 */
export const FEATURES = [
  'bm25', 'bm25_placed', 'bm25_before', 'bm25_after', 'bm25_rank', 'bm25_placed_rank',
  'coverage', 'coverage_near', 'coverage_wide', 'rarest', 'pairs', 'density',
  'cosine', 'cosine_near', 'cosine_rank', 'associated', 'associated_near',
  'session_best', 'session_mean', 'session_share', 'position_in_session',
  'speaker_named', 'speaker_other', 'name_said', 'named_first_person', 'named_addressed',
  'question', 'question_before', 'answer_to_match', 'small_talk', 'length', 'short',
  'first_person', 'negated', 'time_date', 'time_date_near', 'number_number', 'person_name', 'place_name', 'reason_cause', 'date', 'name',
  'judgement_first_person', 'list_coverage', 'graph', 'temporal', 'recent_age', 'period', 'agreement',
  'no_match', 'only_placed', 'best_neighbour', 'second_best_session',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Candidates by features, row by row; `FEATURES.length` numbers a candidate. */
export interface FeatureTable {
  readonly slots: readonly number[];
  readonly values: Float32Array;
}

export interface RankingInput {
  readonly index: BankIndex;
  readonly understanding: Understanding;
  readonly found: Found;
  readonly lexical: LexicalScores;
  /** Cosine of a slot to the query. */
  readonly similarity: (slot: number) => number;
  /** Words that go with the query's in this bank, by term number, with their strength 0..1. */
  readonly associates: ReadonlyMap<number, number>;
}

/** Reads every candidate's features. Pure; cost is linear in candidates × words of five turns. */
export function readFeatures(input: RankingInput): FeatureTable {
  const slots = candidateSlots(input.found);
  const values = new Float32Array(slots.length * FEATURES.length);
  const shared = sharedMeasures(input, slots);
  slots.forEach((slot, row) => {
    const features = candidateFeatures(slot, input, shared);
    FEATURES.forEach((name, column) => {
      values[row * FEATURES.length + column] = features[name];
    });
  });
  return { slots, values };
}

function candidateSlots(found: Found): number[] {
  const slots = new Set<number>();
  for (const path of PATHS) for (const { slot } of found[path] ?? []) slots.add(slot);
  return [...slots].sort((a, b) => a - b);
}

interface Shared {
  readonly matcher: QueryMatcher;
  readonly ranks: Readonly<Record<Path, ReadonlyMap<number, number>>>;
  readonly scores: Readonly<Record<Path, ReadonlyMap<number, number>>>;
  readonly ownRank: ReadonlyMap<number, number>;
  readonly best: { readonly own: number; readonly placed: number; readonly session: number; readonly graph: number };
  readonly sessions: ReadonlyMap<number, { readonly best: number; readonly mean: number; readonly second: number }>;
  readonly newest: number;
}

function sharedMeasures(input: RankingInput, slots: readonly number[]): Shared {
  const { lexical, index, found } = input;
  const by = <V>(value: (path: Path) => V) => Object.fromEntries(PATHS.map((path) => [path, value(path)])) as Record<Path, V>;
  const owned = [...slots].filter((slot) => (lexical.own[slot] ?? 0) > 0).sort((a, b) => (lexical.own[b] ?? 0) - (lexical.own[a] ?? 0) || a - b);
  const sessions = sessionScores(slots, index, lexical);
  const top = (values: Iterable<number>) => Math.max(1e-6, ...values);
  return {
    matcher: new QueryMatcher(index, input.understanding, input.associates),
    ranks: by((path) => new Map((found[path] ?? []).map(({ slot }, at) => [slot, at + 1]))),
    scores: by((path) => new Map((found[path] ?? []).map(({ slot, score }) => [slot, score]))),
    ownRank: new Map(owned.map((slot, at) => [slot, at + 1])),
    best: {
      own: top(slots.map((slot) => lexical.own[slot] ?? 0)),
      placed: top(slots.map((slot) => lexical.placed[slot] ?? 0)),
      session: top([...sessions.values()].map(({ mean }) => mean)),
      graph: top((found.graph ?? []).map(({ score }) => score)),
    },
    sessions,
    newest: top(slots.map((slot) => index.saidAt.get(slot))),
  };
}

/** How well the candidates of each session match: a conversation about the subject lifts all its turns. */
function sessionScores(slots: readonly number[], index: BankIndex, lexical: LexicalScores): Map<number, { best: number; mean: number; second: number }> {
  const lists = new Map<number, number[]>();
  for (const slot of slots) {
    const session = index.session(slot);
    const list = lists.get(session) ?? [];
    list.push(lexical.placed[slot] ?? 0);
    lists.set(session, list);
  }
  const scores = new Map<number, { best: number; mean: number; second: number }>();
  for (const [session, list] of lists) {
    if (session === NONE) continue;
    list.sort((a, b) => b - a);
    const first = list.slice(0, 5);
    scores.set(session, { best: list[0] ?? 0, second: list[1] ?? 0, mean: first.reduce((sum, value) => sum + value, 0) / 5 });
  }
  return scores;
}

type Values = Record<Feature, number>;

function candidateFeatures(slot: number, input: RankingInput, shared: Shared): Values {
  const own = shared.matcher.turn(slot);
  return {
    ...wordFeatures(slot, own, input, shared),
    ...placeFeatures(slot, input, shared),
    ...voiceFeatures(slot, own, input, shared),
    ...answerFeatures(slot, own, input, shared),
    ...pathFeatures(slot, shared),
  };
}

const reciprocal = (rank: number | undefined): number => (rank === undefined ? 0 : 10 / (9 + rank));

function wordFeatures(slot: number, own: TurnMatch, input: RankingInput, shared: Shared) {
  const { index, lexical, similarity } = input;
  const { matcher, best } = shared;
  const before = index.previous(slot);
  const after = index.next(slot);
  const beforeScore = before === NONE ? 0 : (lexical.own[before] ?? 0);
  const afterScore = after === NONE ? 0 : (lexical.own[after] ?? 0);
  const near = matcher.window(slot, 1);
  const cosine = similarity(slot);
  return {
    bm25: (lexical.own[slot] ?? 0) / best.own,
    bm25_placed: (lexical.placed[slot] ?? 0) / best.placed,
    bm25_before: beforeScore / best.own,
    bm25_after: afterScore / best.own,
    bm25_rank: reciprocal(shared.ownRank.get(slot)),
    bm25_placed_rank: reciprocal(shared.ranks.lexical.get(slot)),
    coverage: own.coverage,
    coverage_near: near.coverage,
    coverage_wide: matcher.window(slot, 2).coverage,
    rarest: own.rarest,
    pairs: own.pairs,
    density: own.density,
    cosine,
    cosine_near: Math.max(before === NONE ? 0 : similarity(before), after === NONE ? 0 : similarity(after)),
    cosine_rank: reciprocal(shared.ranks.semantic.get(slot)),
    associated: own.associated,
    associated_near: near.associated,
    no_match: Number(own.coverage === 0),
    only_placed: Number(own.coverage === 0 && near.coverage > 0),
    best_neighbour: Math.max(beforeScore, afterScore) / best.own,
  };
}

function placeFeatures(slot: number, input: RankingInput, shared: Shared) {
  const { index, lexical } = input;
  const session = shared.sessions.get(index.session(slot));
  const members = index.session(slot) === NONE ? 1 : index.sessionMembers(index.session(slot)).length;
  const best = session?.best ?? 0;
  return {
    session_best: best / shared.best.placed,
    session_mean: (session?.mean ?? 0) / shared.best.session,
    session_share: best === 0 ? 0 : (lexical.placed[slot] ?? 0) / best,
    second_best_session: (session?.second ?? 0) / shared.best.placed,
    position_in_session: Math.min(1, index.position.get(slot) / Math.max(1, members)),
  };
}

function voiceFeatures(slot: number, own: TurnMatch, input: RankingInput, shared: Shared) {
  const { index, understanding } = input;
  const speaker = index.speaker(slot);
  const named = understanding.speakers.length > 0 && speaker !== NONE;
  const isNamed = named && understanding.speakers.includes(speaker);
  const before = index.previous(slot);
  const asked = before !== NONE && index.has(before, 'question') && index.speaker(before) !== speaker;
  const length = index.postings.length(slot);
  return {
    speaker_named: Number(isNamed),
    speaker_other: Number(named && !isNamed),
    name_said: own.nameSaid,
    named_first_person: Number(isNamed && index.has(slot, 'firstPerson')),
    named_addressed: Number(named && !isNamed && index.has(slot, 'secondPerson')),
    question: Number(index.has(slot, 'question')),
    question_before: Number(asked),
    answer_to_match: asked ? shared.matcher.turn(before).coverage : 0,
    small_talk: Number(index.has(slot, 'smallTalk')),
    length: Math.min(1.5, Math.log1p(length) / 4),
    short: Number(length < 6),
    first_person: Number(index.has(slot, 'firstPerson')),
    negated: Number(index.has(slot, 'negated')),
    date: Number(index.has(slot, 'date')),
    name: Number(index.has(slot, 'name')),
  };
}

function answerFeatures(slot: number, own: TurnMatch, input: RankingInput, shared: Shared) {
  const { index, understanding } = input;
  const { wanted } = understanding;
  const near = [index.previous(slot), index.next(slot)].filter((other) => other !== NONE);
  const age = Math.max(0, (shared.newest - index.saidAt.get(slot)) / DAY);
  return {
    time_date: Number(wanted.time && index.has(slot, 'date')),
    time_date_near: Number(wanted.time && near.some((other) => index.has(other, 'date'))),
    number_number: Number(wanted.number && index.has(slot, 'number')),
    person_name: Number(wanted.person && index.has(slot, 'name')),
    place_name: Number(wanted.place && index.has(slot, 'name')),
    reason_cause: Number(wanted.reason && index.has(slot, 'cause')),
    judgement_first_person: Number(wanted.judgement && index.has(slot, 'firstPerson')),
    list_coverage: wanted.list ? own.coverage : 0,
    recent_age: wanted.recent ? 1 / (1 + age / 30) : 0,
    period: understanding.periods.length === 0 ? 0 : Math.max(...understanding.periods.map((period) => periodFit(index, slot, period))),
  };
}

function pathFeatures(slot: number, shared: Shared) {
  const finders = PATHS.filter((path) => shared.scores[path].has(slot)).length;
  return {
    graph: (shared.scores.graph.get(slot) ?? 0) / shared.best.graph,
    temporal: shared.scores.temporal.get(slot) ?? 0,
    agreement: finders / PATHS.length,
  };
}
