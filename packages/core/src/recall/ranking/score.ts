import type { Memory } from '../../domain/memory.js';
import type { ReasoningType } from '../../domain/reasoning.js';
import type { ConstraintReport, ScoreParts } from '../../domain/recollection.js';
import { CONSTRAINTS, SCORE_TERMS, type ScoreTerms } from '../../domain/score-terms.js';
import type { Feature } from './feature-list.js';
import type { FitPart } from './reasoning-fit.js';

/** A loaded candidate with its final score. */
export interface Ranked {
  readonly slot: number;
  readonly memory: Memory;
  /** 0..1; the probability, by the fitted scale, that it is relevant to the question. */
  readonly score: number;
  readonly logit: number;
  readonly terms: ScoreTerms;
  readonly fit: readonly FitPart[];
  readonly parts: ScoreParts;
  readonly paths: readonly string[];
  /** Index of the passage that answers best; null for a text of one passage. */
  readonly passage: number | null;
  /** One of its features, for explanations. */
  readonly feature: (name: Feature) => number;
}

/** A candidate with its logit from the learned fusion. */
export interface Fused {
  readonly slot: number;
  readonly logit: number;
  /** The pictures' share of the logit, which includes it; absent for a query without a picture. */
  readonly pictures?: number;
  /** Its row in the feature table. */
  readonly row: number;
  /** The votes' share of the logit; absent without votes. */
  readonly lift?: number;
}

const NOTHING = Object.fromEntries(
  [...SCORE_TERMS, ...CONSTRAINTS].map((name) => [name, 0]),
) as ScoreTerms;

/** All terms of recall itself, plus the given ones; missing ones are zero. */
export const termsOf = (terms: Readonly<Record<string, number>>): ScoreTerms => ({
  ...NOTHING,
  ...terms,
});

export function sumOf(terms: ScoreTerms): number {
  let sum = 0;
  for (const name in terms) sum += terms[name] ?? 0;
  return sum;
}

/**
 * Reorders results as a constraint requires. Scores stay with the positions, as they measure how good the best
 * results are and not which they are; what a result gains or loses by its new position is recorded as its term for
 * that constraint.
 */
export function constrained(order: readonly Ranked[], constraint: string): Ranked[] {
  const places = order
    .map(({ score, logit }) => ({ score, logit }))
    .sort((a, b) => b.logit - a.logit);
  return order.map((result, at) => moved(result, places[at] ?? result, constraint));
}

function moved(
  result: Ranked,
  { score, logit }: Pick<Ranked, 'score' | 'logit'>,
  constraint: string,
): Ranked {
  if (logit === result.logit) return result;
  const terms = {
    ...result.terms,
    [constraint]: (result.terms[constraint] ?? 0) + logit - result.logit,
  };
  return { ...result, score, logit: sumOf(terms), terms };
}

/** A result that no path found and a constraint adds: its whole score comes from that constraint. */
export function broughtIn(
  memory: Memory,
  slot: number,
  { score, logit }: Pick<Ranked, 'score' | 'logit'>,
  constraint: string,
): Ranked {
  return {
    slot,
    memory,
    score,
    logit,
    terms: termsOf({ [constraint]: logit }),
    fit: [],
    paths: [],
    passage: null,
    feature: () => 0,
    parts: {
      semantic: 0,
      lexical: 0,
      graph: 0,
      temporal: 0,
      reasoningFit: 0,
      agreement: 0,
      confidence: memory.confidence,
      relevance: 0,
    },
  };
}

/** Which constraints moved how many of the results, in the order they run; `others` are those of modules. */
export function constraintsOn(
  results: readonly Ranked[],
  others: readonly string[],
): ConstraintReport[] {
  return [...CONSTRAINTS, ...others]
    .map((name) => ({
      name,
      moved: results.filter(({ terms }) => Math.abs(terms[name] ?? 0) > 1e-9).length,
    }))
    .filter(({ moved: count }) => count > 0);
}

/**
 * Weights of parts that conversations cannot teach (they contain no confidences, votes or strata), in logits over the
 * whole range of the part: the δ and ζ of the ranking. Deliberately small: they decide between memories that match
 * equally well.
 */
interface PriorWeights {
  readonly reasoningFit: number;
  readonly confidence: number;
  readonly usefulness: number;
  readonly importance: number;
  /** For being in the period asked about, when the question has hardly any other word. */
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
 * For being in the role asked for, cause or effect, rather than in the other; 0 for a question without a direction.
 * Two memories of one event are otherwise alike.
 */
export const DIRECTION_WEIGHT = 8;
