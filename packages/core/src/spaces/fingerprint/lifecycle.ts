import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const lifecycleShape = z.strictObject({
  stage: z.enum(['infancy', 'growth', 'maturity']),
  /** λ of novelty. */
  novelty: Share,
  /** λ of coherence. */
  coherence: Share,
});
/** What a bank of this age learns from: new things at first, fitting things later. The two sum to 1. */
export interface Lifecycle extends Of<typeof lifecycleShape> {}
export const Lifecycle: SchemaOf<Lifecycle, typeof lifecycleShape> = lifecycleShape;

const INFANCY: Lifecycle = Object.freeze({ stage: 'infancy', novelty: 0.7, coherence: 0.3 });
const GROWTH: Lifecycle = Object.freeze({ stage: 'growth', novelty: 0.5, coherence: 0.5 });
const MATURITY: Lifecycle = Object.freeze({ stage: 'maturity', novelty: 0.3, coherence: 0.7 });
const GROWS_FROM = 50;
const MATURE_FROM = 500;

/** An interaction is a stored memory. */
export function lifecycleOf(interactions: number): Lifecycle {
  if (interactions < GROWS_FROM) return INFANCY;
  return interactions < MATURE_FROM ? GROWTH : MATURITY;
}
