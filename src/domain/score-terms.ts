/**
 * What recall itself may move results by after they are scored, in the order in which it does: a strategy that asks more than once, a
 * reranker, the period that the question names. Constraints of modules come after them.
 */
export const CONSTRAINTS = ['strategy', 'reranker', 'namedPeriod'] as const;

/**
 * What recall itself makes a result's score of, in logits: what its text and place say (the learned fusion), its pictures, how near a
 * learned model finds it, what the reasoning, the memory itself, its use and the votes on it say, how far its source is trusted. To these come the terms of modules, and,
 * last, what each constraint moved it by. The order of the results is the order of the sums.
 */
export const SCORE_TERMS = [
  'fusion',
  'pictures',
  'embedder',
  'reasoningFit',
  'confidence',
  'usefulness',
  'importance',
  'period',
  'direction',
  'feedback',
  'trust',
] as const;

/** By name; those of modules stand beside those of recall. */
export type ScoreTerms = Readonly<Record<string, number>>;
