import { TRAITS } from '../../../domain/change.js';
import { NONE } from '../../../indexes/bank-index.js';
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

/** The conversation the turn stands in. */
export const SESSION_FEATURES = {
  session: (c) => c.sessionScore,
  session_best: (c) => c.sessionBest.own / c.pool.best.own,
  session_cosine: (c) => c.sessionBest.cosine / c.pool.best.cosine,
  share_of_session_placed: (c) =>
    (c.placed * c.pool.ceiling) / Math.max(1e-6, c.sessionBest.placed),
  opening: (c) => (c.session !== NONE && c.pool.index.position.get(c.slot) < 2 ? 1 : 0),
} as const satisfies Record<string, ReadFeature>;

/** Counts only for a question that names one person. */
const named = (read: (candidate: CandidateView) => number): ReadFeature =>
  only((pool) => pool.speakers.length === 1, read);

/** Who speaks, of whom, to whom. */
export const VOICE_FEATURES = {
  named: named((c) => c.isNamed),
  other: named((c) => c.isOther),
  named_bm25: named((c) => c.isNamed * c.own),
  named_first_person: named((c) => c.isNamed * c.has(TRAITS.firstPerson)),
  name_said: (c) => (1 - c.isNamed) * c.match.nameSaid,
} as const satisfies Record<string, ReadFeature>;
