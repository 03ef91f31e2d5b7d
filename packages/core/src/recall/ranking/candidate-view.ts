import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { TRAITS } from '../../domain/change.js';
import type { Voice, Wanted } from '../profile-and-question.js';
import { blankMatch, type QueryMatcher, type TurnMatch } from './query-matcher.js';

/** What the whole pool of candidates shares, to scale them against each other. */
export interface PoolView {
  readonly index: BankIndex;
  readonly matcher: QueryMatcher;
  readonly wanted: Wanted;
  readonly speakers: readonly number[];
  /** Speakers on the assistant's side of a chat; empty in conversations between people. */
  readonly assistants: ReadonlySet<number>;
  readonly voice: Voice;
  /** BM25 by slot, own and with neighbours. */
  readonly own: Float32Array;
  readonly placed: Float32Array;
  /** BM25 by session number. */
  readonly session: Float32Array;
  readonly similarity: (slot: number) => number;
  /** Upper bound of a turn's BM25: every word of the query, many times. */
  readonly ceiling: number;
  readonly best: {
    readonly own: number;
    readonly placed: number;
    readonly session: number;
    readonly graph: number;
  };
  readonly sessionBest: ReadonlyMap<number, SessionBest>;
  /** Distribution of the candidates' cosines: encoders differ in scale, and hardly in order. */
  readonly cosines: { readonly mean: number; readonly spread: number };
  /** By row of the pool, its rank by BM25 with neighbours; {@link UNRANKED} if it scores nothing. */
  readonly ranks: Int32Array;
  /** Scores of the paths, by row. */
  readonly graph: Float64Array;
  readonly temporal: Float64Array;
  /** Number of paths that found it, by row. */
  readonly finders: Uint8Array;
  /** How far a slot names instances of the kind of thing asked for, 0..1. */
  readonly instances: (slot: number) => number;
  readonly newest: number;
  readonly hasPeriod: boolean;
  readonly periodFit: (slot: number) => number;
}

/** No rank: the score is zero. */
export const UNRANKED = -1;

export interface SessionBest {
  readonly own: number;
  readonly placed: number;
  readonly cosine: number;
}

/** A smaller spread of cosines distinguishes nothing. */
const MIN_SPREAD = 1e-4;
/** Larger deviations are clamped to this many standard deviations. */
const FURTHEST = 4;

const NO_SESSION: SessionBest = { own: 0, placed: 0, cosine: 0 };

/**
 * A view of one candidate and its neighbours, moved to another by {@link at}: a pool has hundreds, and a few views
 * serve them all.
 */
export class CandidateView {
  slot = NONE;
  /** Its row in the pool. */
  row = 0;
  before = NONE;
  after = NONE;
  sessionBest = NO_SESSION;
  session = NONE;
  /** Stored outside any session in a bank that has some: it counts as a session of its own. */
  alone = false;
  speaker = NONE;
  /** 1 when this is the one person the query names, else 0. */
  isNamed = 0;
  /** 1 when the query names one person and another one speaks. */
  isOther = 0;
  /** 1 when the query names several people and one of them speaks. */
  isAmongNamed = 0;
  /** 1 when the assistant, or when the user of a chat speaks; both 0 in conversations between people. */
  byAssistant = 0;
  byUser = 0;
  /** 1 when somebody else asked a question in the previous turn. */
  asked = 0;
  /** How well it fits the period that the query names. */
  period = 0;
  #traits = 0;
  readonly #match = blankMatch();
  #matched = false;

  constructor(readonly pool: PoolView) {}

  at(slot: number, row: number): void {
    const { pool } = this;
    const { index } = pool;
    this.slot = slot;
    this.row = row;
    this.before = index.previous(slot);
    this.after = index.next(slot);
    this.session = index.session(slot);
    this.alone = this.session === NONE && index.sessions.size > 0;
    this.sessionBest = this.alone
      ? this.#sessionOfOne()
      : (pool.sessionBest.get(this.session) ?? NO_SESSION);
    this.speaker = index.speaker(slot);
    const single = pool.speakers.length === 1 && this.speaker !== NONE;
    this.isNamed = single && pool.speakers[0] === this.speaker ? 1 : 0;
    this.isOther = single && this.isNamed === 0 ? 1 : 0;
    this.isAmongNamed = pool.speakers.length > 1 && pool.speakers.includes(this.speaker) ? 1 : 0;
    this.byAssistant = pool.assistants.has(this.speaker) ? 1 : 0;
    this.byUser = pool.assistants.size > 0 ? 1 - this.byAssistant : 0;
    this.asked =
      this.before !== NONE &&
      (index.traits.get(this.before) & TRAITS.question) !== 0 &&
      index.speaker(this.before) !== this.speaker
        ? 1
        : 0;
    this.period = pool.hasPeriod ? pool.periodFit(slot) : 0;
    this.#traits = index.traits.get(slot);
    this.#matched = false;
  }

  get twoBefore(): number {
    return this.before === NONE ? NONE : this.pool.index.previous(this.before);
  }

  get twoAfter(): number {
    return this.after === NONE ? NONE : this.pool.index.next(this.after);
  }

  /** BM25 as a share of the upper bound. */
  get own(): number {
    return (this.pool.own[this.slot] ?? 0) / this.pool.ceiling;
  }

  get placed(): number {
    return (this.pool.placed[this.slot] ?? 0) / this.pool.ceiling;
  }

  get ownBefore(): number {
    return this.ownOf(this.before);
  }

  /** Words are matched when a feature needs them: a candidate that the first look drops costs nothing. */
  get match(): Readonly<TurnMatch> {
    if (!this.#matched) {
      this.pool.matcher.turn(this.slot, this.#match);
      this.#matched = true;
    }
    return this.#match;
  }

  /**
   * How far its cosine to the question is above the candidates' mean: 1 for four standard deviations, -1..1; 0 for
   * none.
   */
  nearness(slot: number): number {
    return slot === NONE ? 0 : this.#above(this.pool.similarity(slot));
  }

  /** The same for the nearest turn of its session. */
  get sessionNearness(): number {
    return this.#above(this.sessionBest.cosine);
  }

  #above(cosine: number): number {
    const { mean, spread } = this.pool.cosines;
    if (spread < MIN_SPREAD) return 0;
    return Math.max(-1, Math.min(1, (cosine - mean) / spread / FURTHEST));
  }

  /** 1 when the turn has the trait, a bit of {@link TRAITS}. */
  has(trait: number): number {
    return (this.#traits & trait) === 0 ? 0 : 1;
  }

  /** Own BM25 of another turn as a share of the upper bound; 0 for none. */
  ownOf(slot: number): number {
    return slot === NONE ? 0 : (this.pool.own[slot] ?? 0) / this.pool.ceiling;
  }

  /** 1 when somebody else speaks next. */
  get answered(): number {
    return this.after !== NONE && this.pool.index.speaker(this.after) !== this.speaker ? 1 : 0;
  }

  neighbourHas(slot: number, trait: number): number {
    return slot !== NONE && (this.pool.index.traits.get(slot) & trait) !== 0 ? 1 : 0;
  }

  /** Share of the query that the turn and the one before contain together. */
  get coverageBefore(): number {
    return this.pool.matcher.covered(this.match.mask | this.pool.matcher.mask(this.before));
  }

  /** The same for two turns on either side. */
  get coverageWide(): number {
    const { matcher } = this.pool;
    return matcher.covered(
      this.match.mask |
        matcher.mask(this.before) |
        matcher.mask(this.after) |
        matcher.mask(this.twoBefore) |
        matcher.mask(this.twoAfter),
    );
  }

  /** BM25 of its session as a share of the best one's; outside any session, its own. */
  get sessionScore(): number {
    const { pool, slot, session } = this;
    if (this.alone) return (pool.own[slot] ?? 0) / pool.best.own;
    return session === NONE ? 0 : (pool.session[session] ?? 0) / pool.best.session;
  }

  /** Number of sessions that began after its own. */
  get sessionsBack(): number {
    const { index } = this.pool;
    const begun = this.session === NONE ? sessionsBefore(index, this.slot) : this.session + 1;
    return index.sessions.size - begun;
  }

  /** Whether it is among the first two turns of its session. */
  get opens(): boolean {
    return this.alone || (this.session !== NONE && this.pool.index.position.get(this.slot) < 2);
  }

  #sessionOfOne(): SessionBest {
    const { own, placed, similarity } = this.pool;
    const { slot } = this;
    return { own: own[slot] ?? 0, placed: placed[slot] ?? 0, cosine: similarity(slot) };
  }
}

/**
 * Number of sessions that had begun when a slot was recorded; binary search, since sessions are numbered as they
 * begin.
 */
function sessionsBefore(index: BankIndex, slot: number): number {
  let begun = 0;
  let end = index.sessions.size;
  while (begun < end) {
    const middle = (begun + end) >> 1;
    if ((index.sessionMembers(middle)[0] ?? slot) < slot) begun = middle + 1;
    else end = middle;
  }
  return begun;
}

/** A feature: a number of about 0..1 computed from one candidate. */
export interface ReadFeature {
  (candidate: CandidateView): number;
  /** When this is false for a query, the feature is 0 for all candidates, and they need not be read. */
  readonly when?: (pool: PoolView) => boolean;
}

/** A feature for certain queries; 0 for the others. */
export function only(
  when: (pool: PoolView) => boolean,
  read: (candidate: CandidateView) => number,
): ReadFeature {
  return Object.assign(read, { when });
}
