import type { ReasoningType } from '../../domain/reasoning.js';

/**
 * Weights of what conversations cannot teach (they contain no confidences, votes or strata), in logits over
 * the whole range of the part: the δ and ζ of the ranking. Deliberately small: they decide between
 * memories that match equally well.
 */
export interface PriorWeights {
  readonly reasoningFit: number;
  readonly confidence: number;
  readonly usefulness: number;
  readonly importance: number;
  /** For falling into the period asked about, when the question has hardly any other word. */
  readonly period: number;
}

const EVEN: PriorWeights = {
  reasoningFit: 0.15,
  confidence: 0.6,
  usefulness: 0.6,
  importance: 0.1,
  period: 4,
};

export const PRIOR_WEIGHTS: Readonly<Record<ReasoningType, PriorWeights>> = {
  descriptive: EVEN,
  causal: { ...EVEN, reasoningFit: 0.4 },
  evaluative: { ...EVEN, reasoningFit: 0.4, usefulness: 0.8 },
  procedural: { ...EVEN, reasoningFit: 0.5 },
  comparative: { ...EVEN, reasoningFit: 0.4 },
  strategic: { ...EVEN, reasoningFit: 0.4, importance: 0.3 },
  creative: { ...EVEN, reasoningFit: 1 },
};

/**
 * For being in the role asked for, cause or effect, rather than in the other; 0 for a question without a
 * direction. Two memories of one event are otherwise alike.
 */
export const DIRECTION_WEIGHT = 8;
