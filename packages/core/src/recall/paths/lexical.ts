import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import { postingFrequency, postingsAmong, postingSlot } from '../../indexes/postings.js';
import type { QueryTerm } from '../understand.js';

/** BM25 (Robertson and Zaragoza 2009, section 3.4) with the usual constants. */
export const K1 = 1.2;
const B = 0.5;
const SESSION_B = 0.5;
/** A document scores as its best passage, plus this share of its score as a whole. */
const WHOLE_SHARE = 0.4;
/**
 * The share that a word counts for a turn one and two turns away: a question is part of the meaning of the answer
 * that follows.
 */
const NEIGHBOUR_SHARE = [0.5, 0.25] as const;

/**
 * A word in more memories than this says little about neighbouring turns, and following it there would take most of
 * the recall's time.
 */
const REACHING = 2_000;

/**
 * Once rarer words have found this many memories, a common one adds no others: alone it would not bring them among
 * the best (the essential lists of MaxScore; Turtle and Flood 1995). It still counts for those already found.
 */
const ENOUGH = 3_000;

/** Mean number of words per memory. */
const meanLengthOf = ({ postings }: BankIndex): number =>
  postings.size === 0 ? 1 : postings.totalLength / postings.size;

/** The terms that are in some memory, rarest first. */
function rarestFirst({ postings }: BankIndex, terms: readonly QueryTerm[]): QueryTerm[] {
  return terms
    .filter(({ number, weight }) => number >= 0 && weight > 0)
    .sort((a, b) => postings.documentFrequency(a.number) - postings.documentFrequency(b.number));
}

/**
 * Candidates with their scores, by place: {@link LexicalScores.touched} with the turns of the best sessions behind. A
 * common word brings tens of thousands, which are read place by place several times: by slot, each reading would wait
 * for memory.
 */
export class PoolScores {
  slots = new Int32Array(0);
  own = new Float32Array(0);
  combined = new Float32Array(0);
  count = 0;

  /** The combined score of a slot; 0 if it is no candidate. */
  of(slot: number): number {
    return this.combined[this.slots.subarray(0, this.count).indexOf(slot)] ?? 0;
  }
}

/**
 * BM25 over the slots that contain any of the terms. Arrays are reused: valid until the next call of the same scorer.
 */
export interface LexicalScores {
  /** By slot; 0 without a match. For a text of several passages, the score of the best one. */
  readonly own: Float32Array;
  /** By slot of a matching text of several passages: the number of its best one. */
  readonly passage: Int32Array;
  /** By number of the passage. */
  readonly passages: Float32Array;
  /** Including the neighbouring turns' share; 0 if neither matched. */
  readonly placed: Float32Array;
  readonly touched: Int32Array;
  readonly count: number;
  /** Whether every slot with one of the terms was scored; in a large bank, common words add no slots. */
  readonly complete: boolean;
  /** The candidates last chosen from. */
  readonly pool: PoolScores;
  /** BM25 of each session as one document, by session number. */
  readonly session: Float32Array;
  /** The sessions with a score above 0. */
  readonly sessions: readonly number[];
}

/** Scores by words. Reuses its arrays from query to query, so that a recall allocates almost nothing. */
export class LexicalScorer {
  #own = new Float32Array(0);
  #placed = new Float32Array(0);
  /** Frequencies of one term at a slot and around it; all zero between terms. */
  #around = new Float32Array(0);
  #touched = new Int32Array(0);
  #passage = new Int32Array(0);
  #passages = new Float32Array(0);
  #matched = new Int32Array(0);
  #matchedCount = 0;
  readonly #pool = new PoolScores();
  readonly #sessions: number[] = [];
  #session = new Float32Array(0);
  #sessionCounts = new Int32Array(0);
  #count = 0;

  score(index: BankIndex, terms: readonly QueryTerm[]): LexicalScores {
    this.#clear(index);
    const { postings } = index;
    const meanLength = meanLengthOf(index);
    let complete = true;
    for (const { number, weight } of rarestFirst(index, terms)) {
      const near: number[] = [];
      const list = postings.list(number);
      const reaches = list.length <= REACHING;
      const admits = reaches || this.#count < ENOUGH;
      if (!admits) complete = false;
      if (!reaches)
        this.#scoreCommon(
          admits ? list : postingsAmong(list, this.#touched, this.#count),
          { weight, admits, meanLength },
          postings.starts,
        );
      for (const posting of reaches ? list : []) {
        const slot = postingSlot(posting);
        const frequency = postingFrequency(posting);
        const length = K1 * (1 - B + (B * postings.length(slot)) / meanLength);
        this.#touch(slot);
        this.#own[slot] =
          (this.#own[slot] ?? 0) + (weight * frequency * (K1 + 1)) / (frequency + length);
        this.#scatter(index, slot, frequency, near);
      }
      this.#scorePassages(index, number, weight, admits);
      for (const slot of near) {
        const frequency = this.#around[slot] ?? 0;
        const before = index.previous(slot);
        const after = index.next(slot);
        const around =
          postings.length(slot) +
          0.5 *
            ((before === NONE ? 0 : postings.length(before)) +
              (after === NONE ? 0 : postings.length(after)));
        const length = K1 * (1 - B + (B * around) / (2 * meanLength));
        this.#touch(slot);
        this.#placed[slot] =
          (this.#placed[slot] ?? 0) + (weight * frequency * (K1 + 1)) / (frequency + length);
        this.#around[slot] = 0;
      }
    }
    this.#takeBestPassages(index);
    this.#scoreSessions(index, terms);
    return {
      own: this.#own,
      passage: this.#passage,
      passages: this.#passages,
      placed: this.#placed,
      touched: this.#touched,
      count: this.#count,
      complete,
      pool: this.#pool,
      session: this.#session,
      sessions: this.#sessions,
    };
  }

  /** A common word counts for the turn itself alone: a loop over flat arrays, as most of a large bank's time is here. */
  #scoreCommon(
    list: readonly number[],
    {
      weight,
      admits,
      meanLength,
    }: { readonly weight: number; readonly admits: boolean; readonly meanLength: number },
    starts: Int32Array,
  ): void {
    const own = this.#own;
    const placed = this.#placed;
    const touched = this.#touched;
    let count = this.#count;
    for (const posting of list) {
      const slot = postingSlot(posting);
      const before = placed[slot] as number;
      // Whatever was touched for an earlier word has a placed score.
      if (before === 0) {
        if (!admits) continue;
        touched[count++] = slot;
      }
      const frequency = postingFrequency(posting);
      const words = (starts[slot + 1] as number) - (starts[slot] as number);
      const length = K1 * (1 - B + (B * words) / meanLength);
      const score = (weight * frequency * (K1 + 1)) / (frequency + length);
      own[slot] = (own[slot] as number) + score;
      placed[slot] = before + score;
    }
    this.#count = count;
  }

  #scorePassages(index: BankIndex, term: number, weight: number, admits: boolean): void {
    const { passages } = index;
    const meanLength = meanLengthOf(index);
    for (const posting of passages.list(term)) {
      const passage = postingSlot(posting);
      if (!admits && (this.#placed[passages.owner(passage)] ?? 0) === 0) continue;
      const frequency = postingFrequency(posting);
      const length = K1 * (1 - B + (B * passages.length(passage)) / meanLength);
      const before = this.#passages[passage] ?? 0;
      if (before === 0) this.#matched[this.#matchedCount++] = passage;
      this.#passages[passage] = before + (weight * frequency * (K1 + 1)) / (frequency + length);
    }
  }

  /**
   * A document's answer lies in one of its passages, not in its neighbours: neighbours' words do not count for it,
   * nor its own for them.
   */
  #takeBestPassages({ passages }: BankIndex): void {
    const matched = this.#matched.subarray(0, this.#matchedCount);
    for (const passage of matched) this.#passage[passages.owner(passage)] = NONE;
    for (const passage of matched) {
      const slot = passages.owner(passage);
      const best = this.#passage[slot] ?? NONE;
      const score = this.#passages[passage] ?? 0;
      const least = best === NONE ? 0 : (this.#passages[best] ?? 0);
      if (score > least || (score === least && passage < best)) this.#passage[slot] = passage;
    }
    for (const passage of matched) {
      const slot = passages.owner(passage);
      if (this.#passage[slot] !== passage || !passages.isDocument(slot)) continue;
      const score =
        (1 - WHOLE_SHARE) * (this.#passages[passage] ?? 0) + WHOLE_SHARE * (this.#own[slot] ?? 0);
      this.#own[slot] = score;
      this.#placed[slot] = score;
    }
  }

  /** Turns of a conversation that often uses the query's words are likely to answer it. */
  #scoreSessions(index: BankIndex, terms: readonly QueryTerm[]): void {
    const sessions = index.sessions.size;
    if (this.#session.length < sessions) {
      this.#session = new Float32Array(sessions + 64);
      this.#sessionCounts = new Int32Array(sessions + 64);
      this.#sessions.length = 0;
    }
    for (const number of this.#sessions) this.#session[number] = 0;
    this.#sessions.length = 0;
    const meanLength = index.postings.totalLength / Math.max(1, sessions);
    for (const { number } of rarestFirst(index, terms)) {
      const held: number[] = [];
      const list = index.postings.list(number);
      // A word in half of the conversations hardly distinguishes them, and counting it would take long.
      if (list.length > REACHING && 2 * list.length > sessions) continue;
      for (const posting of list) {
        const session = index.session(postingSlot(posting));
        if (session === NONE) continue;
        if (this.#sessionCounts[session] === 0) held.push(session);
        this.#sessionCounts[session] =
          (this.#sessionCounts[session] ?? 0) + postingFrequency(posting);
      }
      const rarity = Math.log(1 + (sessions - held.length + 0.5) / (held.length + 0.5));
      for (const session of held) {
        const frequency = this.#sessionCounts[session] ?? 0;
        const length =
          K1 * (1 - SESSION_B + (SESSION_B * index.sessionLength(session)) / meanLength);
        const before = this.#session[session] ?? 0;
        if (before === 0) this.#sessions.push(session);
        this.#session[session] = before + (rarity * frequency * (K1 + 1)) / (frequency + length);
        this.#sessionCounts[session] = 0;
      }
    }
  }

  /** A word near a turn counts for it, less with distance. */
  #scatter(index: BankIndex, slot: number, frequency: number, near: number[]): void {
    this.#add(slot, frequency, near);
    let before = slot;
    let after = slot;
    for (const share of NEIGHBOUR_SHARE) {
      before = before === NONE ? NONE : index.previous(before);
      after = after === NONE ? NONE : index.next(after);
      if (before !== NONE) this.#add(before, frequency * share, near);
      if (after !== NONE) this.#add(after, frequency * share, near);
    }
  }

  #add(slot: number, frequency: number, near: number[]): void {
    const sum = this.#around[slot] ?? 0;
    if (sum === 0) near.push(slot);
    this.#around[slot] = sum + frequency;
  }

  /** A slot counts as touched when either score is above 0; both are set right afterwards. */
  #touch(slot: number): void {
    if ((this.#own[slot] ?? 0) > 0 || (this.#placed[slot] ?? 0) > 0) return;
    this.#touched[this.#count++] = slot;
  }

  #clear({ size, passages }: BankIndex): void {
    if (this.#passages.length < passages.size) {
      this.#passages = new Float32Array(Math.ceil(passages.size * 1.3));
      this.#matched = new Int32Array(this.#passages.length);
    }
    for (let at = 0; at < this.#matchedCount; at++) this.#passages[this.#matched[at] ?? 0] = 0;
    this.#matchedCount = 0;
    if (this.#own.length < size) {
      const room = Math.ceil(size * 1.3) + 64;
      this.#own = new Float32Array(room);
      this.#placed = new Float32Array(room);
      this.#around = new Float32Array(room);
      this.#passage = new Int32Array(room);
      this.#touched = new Int32Array(room);
      this.#pool.slots = this.#touched;
      this.#pool.own = new Float32Array(room);
      this.#pool.combined = new Float32Array(room);
    }
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#touched[at] ?? 0;
      this.#own[slot] = 0;
      this.#placed[slot] = 0;
    }
    this.#pool.count = 0;
    this.#count = 0;
  }
}
