import type { Accept } from '../../indexes/accept.js';
import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { topSlots } from '../candidate.js';
import type { LexicalScores } from './lexical.js';

/**
 * Weights of speaker and session when selecting candidates: the speaker is the person named, the session is on the
 * subject.
 */
const SPEAKER_SHARE = 0.3;
const SESSION_SHARE = 0.3;
const LEAST = 1e-6;

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
export class WordedPool {
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
    let bestSession = LEAST;
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

/** The best score of an accepted slot, at least {@link LEAST}. */
function highest(slots: Int32Array, count: number, scores: Float32Array, accepts: Accept): number {
  let best = LEAST;
  let at = NONE;
  for (let place = 0; place < count; place++) {
    const slot = slots[place] ?? 0;
    const score = scores[slot] ?? 0;
    if (score > best) [best, at] = [score, slot];
  }
  if (at === NONE || accepts(at)) return best;
  const [accepted] = topAccepted(slots, count, scores, 1, accepts);
  return Math.max(LEAST, accepted === undefined ? 0 : (scores[accepted] ?? 0));
}
