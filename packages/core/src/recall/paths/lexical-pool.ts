import { type BankIndex, NONE } from '../../indexes/bank-index.js';
import type { Accept } from '../../indexes/index-lookups.js';
import { topPlaces, topSlots } from '../candidate.js';
import type { LexicalScores } from './lexical.js';

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
  constructor(
    private readonly scores: LexicalScores,
    index: BankIndex,
    speakers: readonly number[],
    private readonly accepts: Accept,
  ) {
    const { touched, count, pool, session: sessions } = scores;
    const turns = sessionTurns(scores, index, accepts).filter(
      (slot) => (scores.placed[slot] ?? 0) === 0,
    );
    touched.set(turns, count);
    pool.count = count + turns.length;
    const { combined, own } = pool;
    const { placed, own: worded } = scores;
    for (let at = 0; at < pool.count; at++) {
      const slot = touched[at] as number;
      combined[at] = placed[slot] as number;
      own[at] = worded[slot] as number;
    }
    const bestPlaced = highest(touched, count, combined, accepts);
    // In a bank with sessions, a memory outside any counts as a session of its own.
    const bestOwn = index.sessions.size === 0 ? Infinity : highest(touched, count, own, accepts);
    const bestSession = scores.sessions.reduce(
      (best, number) => Math.max(best, sessions[number] ?? 0),
      MIN_SCORE,
    );
    const { session: sessionOf, speaker: speakerOf } = index.numbers;
    const asksSpeaker = speakers.length > 0;
    const total = pool.count;
    for (let at = 0; at < total; at++) {
      const slot = touched[at] as number;
      const session = sessionOf[slot] as number;
      const named = asksSpeaker && speakers.includes(speakerOf[slot] as number) ? SPEAKER_SHARE : 0;
      const subject =
        session === NONE
          ? (own[at] as number) / bestOwn
          : (sessions[session] as number) / bestSession;
      combined[at] = (combined[at] as number) / bestPlaced + named + SESSION_SHARE * subject;
    }
  }

  /** The `k` best overall, and the best by their own words alone. */
  best(k: number): { slot: number; score: number }[] {
    const { touched, count, pool } = this.scores;
    const placed = topAccepted(touched, pool.count, pool.combined, k, this.accepts);
    const chosen = new Set(placed);
    const worded = topAccepted(touched, count, pool.own, k >> 2, this.accepts);
    const places = [...placed, ...worded.filter((at) => !chosen.has(at))];
    return places.map((at) => ({ slot: touched[at] ?? 0, score: pool.combined[at] ?? 0 }));
  }
}

function sessionTurns(
  { session, sessions }: LexicalScores,
  index: BankIndex,
  accepts: Accept,
): number[] {
  return topSlots(sessions, sessions.length, session, DWELT_SESSIONS).flatMap((number) =>
    index.sessionMembers(number).slice(0, TURNS_EACH).filter(accepts),
  );
}

/** Extra slots taken before filtering; if too few of them pass, all slots are filtered. */
const SPARE = 32;

/** The places of the `k` best accepted slots, best first, ties to the lower slot; `scores` are by place. */
function topAccepted(
  slots: Int32Array,
  count: number,
  scores: Float32Array,
  k: number,
  accepts: Accept,
): number[] {
  const accepted = (at: number): boolean => accepts(slots[at] ?? 0);
  const wanted = k + (k >> 1) + SPARE;
  const found = topPlaces(slots, count, scores, wanted).filter(accepted);
  if (found.length >= k || wanted >= count) return found.slice(0, k);
  return topPlaces(slots, count, scores, k, accepted);
}

/** The best score of an accepted slot, at least {@link MIN_SCORE}. */
function highest(slots: Int32Array, count: number, scores: Float32Array, accepts: Accept): number {
  let best = MIN_SCORE;
  let found = NONE;
  for (let at = 0; at < count; at++) {
    const score = scores[at] ?? 0;
    if (score > best) [best, found] = [score, at];
  }
  if (found === NONE || accepts(slots[found] ?? 0)) return best;
  const [accepted] = topAccepted(slots, count, scores, 1, accepts);
  return Math.max(MIN_SCORE, accepted === undefined ? 0 : (scores[accepted] ?? 0));
}
