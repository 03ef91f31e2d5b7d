/**
 * Constraints by which recall itself reorders results after scoring, in this order: a strategy of several searches, a
 * reranker, the time of identical texts, the period that the question names. Constraints of modules follow.
 */
export const CONSTRAINTS = ['strategy', 'reranker', 'time', 'namedPeriod'] as const;

/**
 * Recall's own terms of a result's score, in logits: text and context (the learned fusion), pictures, the reasoning
 * type, the memory itself, its use, the votes on it, trust in its source. Modules add terms, and each constraint adds
 * its shift last. Results are sorted by the sum.
 */
export const SCORE_TERMS = [
  'fusion',
  'pictures',
  'reasoningFit',
  'confidence',
  'usefulness',
  'importance',
  'period',
  'direction',
  'feedback',
  'trust',
] as const;

/** Value by term, those of modules included. */
export type ScoreTerms = Readonly<Record<string, number>>;
