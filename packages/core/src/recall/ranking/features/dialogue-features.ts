import { TRAITS } from '../../../domain/change.js';
import { only, type CandidateView, type ReadFeature } from '../candidate-view.js';

/** Question and answer, turn by turn. */
export const ANSWERING_FEATURES = {
  asked: (c) => c.asked,
  asked_bm25: (c) => c.asked * c.ownBefore,
  asked_coverage: (c) => c.asked * c.coverageBefore,
  question: (c) => c.has(TRAITS.question),
  answered_second_person: (c) => c.answered * c.neighbourHas(c.after, TRAITS.secondPerson),
  answered_question: (c) => c.answered * c.neighbourHas(c.after, TRAITS.question),
} as const satisfies Record<string, ReadFeature>;

/** The conversation around the turn. */
export const SESSION_FEATURES = {
  session: (c) => c.sessionScore,
  session_best: (c) => c.sessionBest.own / c.pool.best.own,
  share_of_session_placed: (c) =>
    (c.placed * c.pool.ceiling) / Math.max(1e-6, c.sessionBest.placed),
  opening: (c) => (c.opens ? 1 : 0),
  sessions_back: (c) => 1 / (1 + c.sessionsBack / 10),
  sessions_back_few: (c) => 1 / (1 + c.sessionsBack / 2),
} as const satisfies Record<string, ReadFeature>;

/** Applies only to a question that names one person. */
const named = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.speakers.length === 1, read);

/** Who speaks, about whom, and to whom. */
export const VOICE_FEATURES = {
  named: named((c) => c.isNamed),
  other: named((c) => c.isOther),
  named_bm25: named((c) => c.isNamed * c.own),
  named_first_person: named((c) => c.isNamed * c.has(TRAITS.firstPerson)),
  name_said: (c) => (1 - c.isNamed) * c.match.nameSaid,
} as const satisfies Record<string, ReadFeature>;

/** Applies only to a question that names several people. */
const several = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.speakers.length > 1, read);

/** If several people are named: which of them speaks and which is spoken of. */
export const CAST_FEATURES = {
  among_named: several((c) => c.isAmongNamed),
  among_named_bm25: several((c) => c.isAmongNamed * c.own),
  named_of_named: several((c) => c.isAmongNamed * c.match.nameSaid),
  of_named_bm25: several((c) => c.match.nameSaid * c.own),
} as const satisfies Record<string, ReadFeature>;

/** Applies only to conversations with an assistant. */
const chat = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.assistants.size > 0, read);

/** Words on about one page: text lengths are scaled by its logarithm. */
const PAGE = Math.log1p(400);

/** Which side of a chat speaks, at what length, and what is asked of whom. */
export const CHAT_FEATURES = {
  length: (c) => Math.log1p(c.pool.index.postings.length(c.slot)) / PAGE,
  assistant: chat((c) => c.byAssistant),
  user_asked_of_user: chat((c) => (c.pool.voice.own ? c.byUser : 0)),
  assistant_asked_of_assistant: chat((c) => (c.pool.voice.yours ? c.byAssistant : 0)),
  user_bm25_before: chat((c) => c.byUser * c.ownBefore),
} as const satisfies Record<string, ReadFeature>;
