/** What a bank of this age gains from: new things at first, fitting things later. The two add up to 1. */
export interface Lifecycle {
  readonly stage: 'infancy' | 'growth' | 'maturity';
  /** λ of novelty. */
  readonly novelty: number;
  /** λ of coherence. */
  readonly coherence: number;
}

const INFANCY: Lifecycle = Object.freeze({ stage: 'infancy', novelty: 0.7, coherence: 0.3 });
const GROWTH: Lifecycle = Object.freeze({ stage: 'growth', novelty: 0.5, coherence: 0.5 });
const MATURITY: Lifecycle = Object.freeze({ stage: 'maturity', novelty: 0.3, coherence: 0.7 });
const GROWS_FROM = 50;
const MATURE_FROM = 500;

/** Capability G6. An interaction is a memory taken in. */
export function lifecycleOf(interactions: number): Lifecycle {
  if (interactions < GROWS_FROM) return INFANCY;
  return interactions < MATURE_FROM ? GROWTH : MATURITY;
}
