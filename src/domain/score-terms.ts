/**
 * What may move results after they are scored, in the order in which it does: a strategy that asks more than once, a reranker,
 * the period that the question names, what holds now of what was said at different times, and claims of the very value asked for.
 */
export const CONSTRAINTS = ['strategy', 'reranker', 'namedPeriod', 'validity', 'claims'] as const;
export type Constraint = (typeof CONSTRAINTS)[number];

/**
 * What a result's score is the sum of, in logits: what its text and place say (the learned fusion), its pictures, what the
 * reasoning, the memory itself, its use and the votes on it say, whether others tell it newer, how far its source is trusted; and, last, what each
 * constraint moved it by. The order of the results is the order of their sums.
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
  'currency',
  'trust',
  ...CONSTRAINTS,
] as const;
export type ScoreTerm = (typeof SCORE_TERMS)[number];
export type ScoreTerms = Readonly<Record<ScoreTerm, number>>;
