import { z } from 'zod';
import { independentEvidence, type Memory, STRATUM, type Stratum } from '../../domain/memory.js';
import { CONSTRAINTS, SCORE_TERMS, type ScoreTerms } from '../../domain/profile.js';
import type { ReasoningType } from '../../domain/reasoning.js';
import type { ConstraintReport, ScoreParts } from '../../domain/recollection.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { DAY, type Instant } from '../../domain/time.js';
import { type Discourse, readDiscourse } from '../../language/speech.js';
import type { Feature } from './feature-list.js';

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

/** The inputs for a memory's fit to a kind of question. */
export interface FitInput {
  readonly memory: Memory;
  /** From the votes on it, 0..1. */
  readonly usefulness: number;
  readonly now: Instant;
  /** It states a cause, or has a causal edge. */
  readonly causal: boolean;
  /** Cosine to the query. */
  readonly similarity: number;
  /** Cosine to the nearest other result. */
  readonly nearestOther: number;
  /** Number of paths that found it. */
  readonly paths: number;
}

const fitPartShape = z.strictObject({
  name: z.string(),
  weight: z.number(),
  value: z.number(),
});
/** One part of the fit: its value 0..1 times its weight. */
export interface FitPart extends Of<typeof fitPartShape> {}
export const FitPart: SchemaOf<FitPart, typeof fitPartShape> = fitPartShape;

/** The text is only analysed for kinds of question that depend on it. */
type Fit = (input: FitInput, discourse: () => Discourse) => readonly FitPart[];

/** Saturates counts, so that the hundredth adds little more than the tenth. */
const bounded = (n: number): number => n / (n + 3);
const ageDays = ({ memory, now }: FitInput): number =>
  Math.max(0, (now - memory.occurredFrom) / DAY);
const isAbstract = ({ memory }: FitInput): boolean => STRATUM[memory.kind] === 'abstract';
const part = (name: string, weight: number, value: number): FitPart => ({ name, weight, value });
/** Below this a memory is off the subject, and its difference from the query is no merit. */
const RELEVANCE_FLOOR = 0.1;
const ABSTRACTION: Readonly<Record<Stratum, number>> = {
  abstract: 1,
  contextual: 0.6,
  experiential: 0.3,
};

/** How well a memory serves each kind of question; the weights are those of the source. */
const FITS: Readonly<Record<ReasoningType, Fit>> = {
  descriptive: (input) => [
    part('recency', 0.4, 1 / (1 + ageDays(input) / 7)),
    part('confidence', 0.4, input.memory.confidence),
    part('directness', 0.2, STRATUM[input.memory.kind] === 'experiential' ? 1 : 0.7),
  ],
  causal: ({ causal, memory }) => [
    part('cause', 0.4, Number(causal)),
    part('evidence', 0.3, bounded(independentEvidence(memory))),
    part('abstraction', 0.3, ABSTRACTION[STRATUM[memory.kind]]),
  ],
  evaluative: ({ usefulness }, discourse) => {
    const { outcome, success } = discourse();
    return [
      part('outcome', 0.4, Number(outcome)),
      part('success', 0.3, success),
      part('feedback', 0.3, usefulness),
    ];
  },
  procedural: (input, discourse) => {
    const { procedure, success } = discourse();
    return [
      part('procedure', 0.4, Number(procedure || input.memory.kind === 'strategy')),
      part('success', 0.3, success),
      part('recency', 0.3, 1 / (1 + ageDays(input) / 30)),
    ];
  },
  comparative: (_input, discourse) => {
    const { alternatives, tradeOffs } = discourse();
    return [
      part('alternatives', 0.4, bounded(alternatives * 3)),
      part('trade_offs', 0.3, bounded(tradeOffs * 3)),
      part('completeness', 0.3, alternatives > 0 ? 1 : 0.5),
    ];
  },
  strategic: (input, discourse) => [
    part('abstraction', 0.4, isAbstract(input) ? 1 : 0.5),
    part('goal_relevance', 0.3, Number(discourse().strategic)),
    part('scope', 0.3, input.memory.importance),
  ],
  creative: ({ similarity, nearestOther, paths }) => [
    part('unlike_others', 0.4, 1 - nearestOther),
    part('unlike_query', 0.3, similarity >= RELEVANCE_FLOOR ? 1 - similarity : 0),
    part('found_twice', 0.3, paths >= 2 ? 1 : 0.5),
  ],
};

/** Cached as long as the memory object lives: the analysis of a text never changes. */
const DISCOURSES = new WeakMap<Memory, Discourse>();

function discourseOf(memory: Memory): Discourse {
  const known = DISCOURSES.get(memory);
  if (known !== undefined) return known;
  const discourse = readDiscourse(memory.content);
  DISCOURSES.set(memory, discourse);
  return discourse;
}

/** The parts of the fit, whose sum is {@link reasoningFit}. */
export function fitParts(type: ReasoningType, input: FitInput): readonly FitPart[] {
  return FITS[type](input, () => discourseOf(input.memory));
}

/** 0..1. */
export function reasoningFit(parts: readonly FitPart[]): number {
  return Math.min(
    1,
    Math.max(
      0,
      parts.reduce((sum, { weight, value }) => sum + weight * value, 0),
    ),
  );
}
