import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import type { Accept } from '../../indexes/index-lookups.js';
import { postingFrequency, postingsAmong, postingSlot } from '../../indexes/postings.js';
import { topSlots } from '../candidate.js';
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
  /** Scratch array of scores by slot: of the candidates last chosen from, 0 elsewhere. */
  readonly combined: Float32Array;
  /** Slots with a combined score that are not in {@link touched}. */
  readonly dwelt: number[];
  /** BM25 of each session as one document, by session number. */
  readonly session: Float32Array;
}

/** Scores by words. Reuses its arrays from query to query, so that a recall allocates almost nothing. */
export class LexicalScorer {
  #own = new Float32Array(0);
  #placed = new Float32Array(0);
  #combined = new Float32Array(0);
  /** Frequencies of one term at a slot and around it; all zero between terms. */
  #around = new Float32Array(0);
  #touched = new Int32Array(0);
  #passage = new Int32Array(0);
  #passages = new Float32Array(0);
  #matched = new Int32Array(0);
  #matchedCount = 0;
  readonly #dwelt: number[] = [];
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
      for (const posting of admits ? list : postingsAmong(list, this.#touched, this.#count)) {
        const slot = postingSlot(posting);
        if (!admits && (this.#own[slot] ?? 0) === 0 && (this.#placed[slot] ?? 0) === 0) continue;
        const frequency = postingFrequency(posting);
        const length = K1 * (1 - B + (B * postings.length(slot)) / meanLength);
        const score = (weight * frequency * (K1 + 1)) / (frequency + length);
        this.#touch(slot);
        this.#own[slot] = (this.#own[slot] ?? 0) + score;
        if (reaches) this.#scatter(index, slot, frequency, near);
        else this.#placed[slot] = (this.#placed[slot] ?? 0) + score;
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
      combined: this.#combined,
      dwelt: this.#dwelt,
      session: this.#session,
    };
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
    }
    this.#session.fill(0);
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
        this.#session[session] =
          (this.#session[session] ?? 0) + (rarity * frequency * (K1 + 1)) / (frequency + length);
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
      this.#combined = new Float32Array(room);
      this.#around = new Float32Array(room);
      this.#passage = new Int32Array(room);
      this.#touched = new Int32Array(room);
    }
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#touched[at] ?? 0;
      this.#own[slot] = 0;
      this.#placed[slot] = 0;
      this.#combined[slot] = 0;
    }
    for (const slot of this.#dwelt) this.#combined[slot] = 0;
    this.#dwelt.length = 0;
    this.#count = 0;
  }
}

/**
 * Weights of speaker and session when selecting candidates: the speaker is the person named, the session is on the
 * subject.
 */
const SPEAKER_SHARE = 0.3;
const SESSION_SHARE = 0.3;
const MIN_SCORE = 1e-6;

/**
 * Number of sessions that match the question best and contribute their turns, up to this many each: an answer may
 * share no word with its question.
 */
const DWELT_SESSIONS = 5;
const TURNS_EACH = 60;

/**
 * Lexical candidates scored with their context, speaker and session. Common words match a good part of a large bank,
 * so it is scored once, and only the best are tested against the filter.
 */
export class LexicalPool {
  readonly #slots: Int32Array;
  readonly #matched: number;

  constructor(
    private readonly scores: LexicalScores,
    index: BankIndex,
    speakers: readonly number[],
    private readonly accepts: Accept,
  ) {
    const { touched, count: matched, combined, session: sessions, dwelt } = scores;
    const turns = sessionTurns(sessions, index, accepts).filter(
      (slot) => (scores.placed[slot] ?? 0) === 0,
    );
    dwelt.push(...turns);
    const slots = new Int32Array(matched + turns.length);
    slots.set(touched.subarray(0, matched));
    slots.set(turns, matched);
    const bestPlaced = highest(touched, matched, scores.placed, accepts);
    // In a bank with sessions, a memory outside any counts as a session of its own.
    const bestOwn =
      index.sessions.size === 0 ? Infinity : highest(touched, matched, scores.own, accepts);
    let bestSession = MIN_SCORE;
    for (let number = 0; number < index.sessions.size; number++)
      bestSession = Math.max(bestSession, sessions[number] ?? 0);
    const asked = new Set(speakers);
    for (const slot of slots) {
      const session = index.session(slot);
      const named = asked.size > 0 && asked.has(index.speaker(slot)) ? SPEAKER_SHARE : 0;
      const subject =
        session === NONE
          ? (scores.own[slot] ?? 0) / bestOwn
          : (sessions[session] ?? 0) / bestSession;
      combined[slot] = (scores.placed[slot] ?? 0) / bestPlaced + named + SESSION_SHARE * subject;
    }
    this.#slots = slots;
    this.#matched = matched;
  }

  /** The `k` best overall, and the best by their own words alone. */
  best(k: number): { slot: number; score: number }[] {
    const { combined, own } = this.scores;
    const placed = topAccepted(this.#slots, this.#slots.length, combined, k, this.accepts);
    const chosen = new Set(placed);
    const worded = topAccepted(this.#slots, this.#matched, own, k >> 2, this.accepts);
    return [...placed, ...worded.filter((slot) => !chosen.has(slot))].map((slot) => ({
      slot,
      score: combined[slot] ?? 0,
    }));
  }
}

function sessionTurns(session: Float32Array, index: BankIndex, accepts: Accept): number[] {
  const held: number[] = [];
  for (let number = 0; number < index.sessions.size; number++)
    if ((session[number] ?? 0) > 0) held.push(number);
  return topSlots(held, held.length, session, DWELT_SESSIONS).flatMap((number) =>
    index.sessionMembers(number).slice(0, TURNS_EACH).filter(accepts),
  );
}

/** Extra slots taken before filtering; if too few of them pass, all slots are filtered. */
const SPARE = 32;

/** The `k` best accepted slots, best first, ties to the lower slot. */
function topAccepted(
  slots: Int32Array,
  count: number,
  scores: Float32Array,
  k: number,
  accepts: Accept,
): number[] {
  const wanted = k + (k >> 1) + SPARE;
  const found = topSlots(slots, count, scores, wanted).filter(accepts);
  if (found.length >= k || wanted >= count) return found.slice(0, k);
  const accepted = slots.subarray(0, count).filter((slot) => accepts(slot));
  return topSlots(accepted, accepted.length, scores, k);
}

/** The best score of an accepted slot, at least {@link MIN_SCORE}. */
function highest(slots: Int32Array, count: number, scores: Float32Array, accepts: Accept): number {
  let best = MIN_SCORE;
  let at = NONE;
  for (let place = 0; place < count; place++) {
    const slot = slots[place] ?? 0;
    const score = scores[slot] ?? 0;
    if (score > best) [best, at] = [score, slot];
  }
  if (at === NONE || accepts(at)) return best;
  const [accepted] = topAccepted(slots, count, scores, 1, accepts);
  return Math.max(MIN_SCORE, accepted === undefined ? 0 : (scores[accepted] ?? 0));
}
