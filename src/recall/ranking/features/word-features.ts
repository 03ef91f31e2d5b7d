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

/** Meaning: vectors, word by word, related words of the lexicon, associated words of this bank. */
export const MEANING_FEATURES = {
  cosine: (c) => c.cosine,
  cosine_of_best: (c) => c.cosine / c.pool.best.cosine,
  cosine_before: (c) => c.cosineBefore,
  relatives_judgement: only(
    (pool) => pool.wanted.judgement,
    (c) => c.match.relatives,
  ),
  words_or_relatives: (c) => Math.max(c.own, c.match.relatives),
  meaning: (c) => c.meaning.cosine,
  meaning_below_best: (c) => c.meaning.cosine - c.pool.best.meaning.cosine,
  kindred: (c) => c.meaning.kindred,
  kindred_below_best: (c) => c.meaning.kindred - c.pool.best.meaning.kindred,
} as const satisfies Record<string, ReadFeature>;
