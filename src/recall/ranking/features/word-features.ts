import { only, UNRANKED, type ReadFeature } from '../candidate-view.js';

const reciprocal = (rank: number | undefined): number => (rank === undefined || rank === UNRANKED ? 0 : 1 / (1 + rank / 5));

/** The query's words in the turn and around it. */
export const WORD_FEATURES = {
  bm25: (c) => c.own,
  bm25_of_best: (c) => (c.own * c.pool.ceiling) / c.pool.best.own,
  bm25_rank: (c) => reciprocal(c.pool.ranks.own[c.row]),
  coverage: (c) => c.match.coverage,
  coverage_squared: (c) => c.match.coverage ** 2,
  rarest: (c) => c.match.rarest,
  matches: (c) => Math.min(4, c.match.matches) / 4,
  pairs: (c) => c.match.pairs,
  placed: (c) => c.placed,
  placed_of_best: (c) => (c.placed * c.pool.ceiling) / c.pool.best.placed,
  placed_rank: (c) => reciprocal(c.pool.ranks.placed[c.row]),
  coverage_wide: (c) => c.coverageWide,
  bm25_before: (c) => c.ownBefore,
  bm25_after: (c) => c.ownAfter,
  bm25_two_before: (c) => c.ownOf(c.twoBefore),
  bm25_two_after: (c) => c.ownOf(c.twoAfter),
  coverage_before: (c) => c.coverageBefore,
  coverage_after: (c) => c.coverageAfter,
} as const satisfies Record<string, ReadFeature>;

/** Meaning: vectors, the lexicon's relatives, words that go together in this bank. */
export const MEANING_FEATURES = {
  cosine: (c) => c.cosine,
  cosine_of_best: (c) => c.cosine / c.pool.best.cosine,
  cosine_rank: (c) => reciprocal(c.pool.ranks.cosine[c.row]),
  cosine_before: (c) => c.cosineBefore,
  cosine_after: (c) => c.cosineAfter,
  cosine_placed: (c) => 0.5 * c.cosine + 0.25 * (c.cosineBefore + c.cosineAfter),
  /** Cosine favours short texts; this undoes it. */
  cosine_full: (c) => c.cosine * Math.sqrt((c.length + 3) / (c.pool.best.fullest + 3)),
  relatives: (c) => c.match.relatives,
  relatives_before: (c) => c.matchBefore.relatives,
  relatives_after: (c) => c.matchAfter.relatives,
  relatives_list: only((pool) => pool.wanted.list, (c) => c.match.relatives),
  relatives_judgement: only((pool) => pool.wanted.judgement, (c) => c.match.relatives),
  relatives_named: only((pool) => pool.speakers.length === 1, (c) => c.isNamed * c.match.relatives),
  words_or_relatives: (c) => Math.max(c.own, c.match.relatives),
  associates: (c) => c.match.associates,
  associates_before: (c) => c.matchBefore.associates,
  associates_after: (c) => c.matchAfter.associates,
} as const satisfies Record<string, ReadFeature>;
