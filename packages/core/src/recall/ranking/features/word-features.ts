import { only, UNRANKED, type ReadFeature } from '../candidate-view.js';

const reciprocal = (rank: number | undefined): number =>
  rank === undefined || rank === UNRANKED ? 0 : 1 / (1 + rank / 5);

/** The query's words in the turn and around it. */
export const WORD_FEATURES = {
  bm25_of_best: (c) => (c.own * c.pool.ceiling) / c.pool.best.own,
  coverage: (c) => c.match.coverage,
  coverage_squared: (c) => c.match.coverage ** 2,
  matches: (c) => Math.min(4, c.match.matches) / 4,
  pairs: (c) => c.match.pairs,
  placed: (c) => c.placed,
  placed_of_best: (c) => (c.placed * c.pool.ceiling) / c.pool.best.placed,
  placed_rank: (c) => reciprocal(c.pool.ranks[c.row]),
  coverage_wide: (c) => c.coverageWide,
  bm25_before: (c) => c.ownBefore,
  bm25_two_before: (c) => c.ownOf(c.twoBefore),
  bm25_two_after: (c) => c.ownOf(c.twoAfter),
  coverage_before: (c) => c.coverageBefore,
} as const satisfies Record<string, ReadFeature>;

/** Meaning: vectors, of the turn and of those around it, and related words of the lexicon. */
export const MEANING_FEATURES = {
  nearness: (c) => c.nearness(c.slot),
  nearness_before: (c) => c.nearness(c.before),
  nearness_after: (c) => c.nearness(c.after),
  nearness_session: (c) => c.sessionNearness,
  relatives_judgement: only(
    (pool) => pool.wanted.judgement,
    (c) => c.match.relatives,
  ),
  words_or_relatives: (c) => Math.max(c.own, c.match.relatives),
} as const satisfies Record<string, ReadFeature>;
