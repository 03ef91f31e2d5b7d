import { NONE } from '../../../indexes/bank-index.js';
import type { ReadFeature } from '../candidate-view.js';

/** Question and answer, turn by turn. */
export const ANSWERING_FEATURES = {
  asked: (c) => c.asked,
  asked_bm25: (c) => c.asked * c.ownBefore,
  asked_coverage: (c) => c.asked * c.coverageBefore,
  question: (c) => c.has('question'),
  question_bm25: (c) => c.has('question') * c.own,
  answered_bm25: (c) => c.answered * c.ownAfter,
  answered_second_person: (c) => c.answered * c.neighbourHas(c.after, 'secondPerson'),
  answered_question: (c) => c.answered * c.neighbourHas(c.after, 'question'),
} as const satisfies Record<string, ReadFeature>;

/** The conversation the turn stands in. */
export const SESSION_FEATURES = {
  session: (c) => c.sessionScore,
  session_coverage: (c) => c.sessionCoverage,
  session_best: (c) => c.sessionBest.own / c.pool.best.own,
  session_sum: (c) => c.sessionBest.sum / (3 * c.pool.best.own),
  session_placed: (c) => c.sessionBest.placed / c.pool.best.placed,
  session_cosine: (c) => c.sessionBest.cosine / c.pool.best.cosine,
  share_of_session: (c) => (c.own * c.pool.ceiling) / Math.max(1e-6, c.sessionBest.own),
  share_of_session_placed: (c) => (c.placed * c.pool.ceiling) / Math.max(1e-6, c.sessionBest.placed),
  opening: (c) => (c.session !== NONE && c.pool.index.position.get(c.slot) < 2 ? 1 : 0),
  progress: (c) => (c.session === NONE ? 0 : Math.min(1, c.pool.index.position.get(c.slot) / Math.max(1, c.pool.index.sessionMembers(c.session).length))),
} as const satisfies Record<string, ReadFeature>;

/** Who speaks, of whom, to whom. */
export const VOICE_FEATURES = {
  named: (c) => c.isNamed,
  other: (c) => c.isOther,
  named_placed: (c) => c.isNamed * c.placed,
  named_bm25: (c) => c.isNamed * c.own,
  named_first_person: (c) => c.isNamed * c.has('firstPerson'),
  named_cosine: (c) => c.isNamed * c.cosine,
  other_placed: (c) => c.isOther * c.placed,
  other_coverage: (c) => c.isOther * c.match.coverage,
  other_second_person: (c) => c.isOther * c.has('secondPerson'),
  name_said: (c) => (1 - c.isNamed) * c.match.nameSaid,
} as const satisfies Record<string, ReadFeature>;
