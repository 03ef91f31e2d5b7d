import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { TRAITS, type Trait } from '../../domain/change.js';
import type { Wanted } from '../question.js';
import type { QueryMatcher, TurnMatch } from './query-matcher.js';

/** What the whole pool of candidates shares, for scaling one against the others. */
export interface PoolView {
  readonly index: BankIndex;
  readonly matcher: QueryMatcher;
  readonly wanted: Wanted;
  readonly speakers: readonly number[];
  /** BM25 by slot, own and with neighbours. */
  readonly own: Float32Array;
  readonly placed: Float32Array;
  /** BM25 by session number. */
  readonly session: Float32Array;
  /** Weight of the query's words by session number, and of all of them. */
  readonly sessionCoverage: Float32Array;
  readonly weight: number;
  readonly similarity: (slot: number) => number;
  /** The highest BM25 a turn could reach: every word of the query, often. */
  readonly ceiling: number;
  readonly best: { readonly own: number; readonly placed: number; readonly session: number; readonly cosine: number; readonly graph: number; readonly fullest: number };
  readonly sessionBest: ReadonlyMap<number, SessionBest>;
  readonly ranks: { readonly own: ReadonlyMap<number, number>; readonly placed: ReadonlyMap<number, number>; readonly cosine: ReadonlyMap<number, number> };
  readonly graph: ReadonlyMap<number, number>;
  readonly temporal: ReadonlyMap<number, number>;
  readonly finders: ReadonlyMap<number, number>;
  readonly newest: number;
  readonly periodFit: (slot: number) => number;
}

export interface SessionBest {
  readonly own: number;
  readonly placed: number;
  /** The three best own scores together. */
  readonly sum: number;
  readonly cosine: number;
}

/** One candidate and its neighbours, read once for all features. */
export class CandidateView {
  readonly match: TurnMatch;
  readonly before: number;
  readonly after: number;
  readonly session: number;
  readonly speaker: number;
  /** 1 when this is the one person the query names, else 0. */
  readonly isNamed: number;
  /** 1 when the query names one person and another one speaks. */
  readonly isOther: number;
  /** BM25 as a share of what could be reached. */
  readonly own: number;
  readonly placed: number;
  /** 1 when somebody else asked a question just before. */
  readonly asked: number;
  readonly cosine: number;
  readonly cosineBefore: number;
  readonly cosineAfter: number;
  readonly ownBefore: number;
  readonly ownAfter: number;
  /** How well it fits the time the query names. */
  readonly period: number;
  readonly length: number;
  readonly #traits: number;

  constructor(
    readonly slot: number,
    readonly pool: PoolView,
  ) {
    const { index } = pool;
    this.match = pool.matcher.turn(slot);
    this.before = index.previous(slot);
    this.after = index.next(slot);
    this.session = index.session(slot);
    this.speaker = index.speaker(slot);
    const single = pool.speakers.length === 1 && this.speaker !== NONE;
    this.isNamed = single && pool.speakers[0] === this.speaker ? 1 : 0;
    this.isOther = single && this.isNamed === 0 ? 1 : 0;
    this.own = (pool.own[slot] ?? 0) / pool.ceiling;
    this.placed = (pool.placed[slot] ?? 0) / pool.ceiling;
    this.asked = this.before !== NONE && index.has(this.before, 'question') && index.speaker(this.before) !== this.speaker ? 1 : 0;
    this.cosine = pool.similarity(slot);
    this.cosineBefore = this.before === NONE ? 0 : pool.similarity(this.before);
    this.cosineAfter = this.after === NONE ? 0 : pool.similarity(this.after);
    this.ownBefore = this.ownOf(this.before);
    this.ownAfter = this.ownOf(this.after);
    this.period = pool.periodFit(slot);
    this.#traits = index.traits.get(slot);
    this.length = index.postings.length(slot);
  }

  /** 1 when the turn has the trait. */
  has(trait: Trait): number {
    return (this.#traits & TRAITS[trait]) === 0 ? 0 : 1;
  }

  /** Own BM25 of another turn as a share of the ceiling; 0 for none. */
  ownOf(slot: number): number {
    return slot === NONE ? 0 : (this.pool.own[slot] ?? 0) / this.pool.ceiling;
  }

  matchOf(slot: number): TurnMatch | null {
    return slot === NONE ? null : this.pool.matcher.turn(slot);
  }

  /** 1 when somebody else speaks next. */
  get answered(): number {
    return this.after !== NONE && this.pool.index.speaker(this.after) !== this.speaker ? 1 : 0;
  }

  neighbourHas(slot: number, trait: Trait): number {
    return slot !== NONE && this.pool.index.has(slot, trait) ? 1 : 0;
  }

  get sessionBest(): SessionBest | undefined {
    return this.pool.sessionBest.get(this.session);
  }

  get sessionCoverage(): number {
    return this.session === NONE ? 0 : (this.pool.sessionCoverage[this.session] ?? 0) / this.pool.weight;
  }

  get sessionScore(): number {
    return this.session === NONE ? 0 : (this.pool.session[this.session] ?? 0) / this.pool.best.session;
  }
}

/** A feature: a number of about 0..1 read off one candidate. */
export type ReadFeature = (candidate: CandidateView) => number;
