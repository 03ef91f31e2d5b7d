/**
 * What recall itself may reorder results by after scoring, in this order: a strategy that asks more than
 * once, a reranker, the time of what was told several times in the same words, the period that the question
 * names. Constraints of modules follow.
 */
export const CONSTRAINTS = ['strategy', 'reranker', 'time', 'namedPeriod'] as const;

/**
 * The terms of recall itself in a result's score, in logits: text and context (the learned fusion),
 * pictures, the reasoning type, the memory itself, its use, the votes on it,
 * trust in its source. The terms of modules are added, and last, what each constraint moved it by. Results
 * are sorted by the sums.
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

/** By name; those of modules beside those of recall. */
export type ScoreTerms = Readonly<Record<string, number>>;
