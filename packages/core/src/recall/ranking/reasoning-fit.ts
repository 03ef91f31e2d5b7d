import { z } from 'zod';
import { independentEvidence } from '../../domain/provenance.js';
import { STRATUM, type Memory, type Stratum } from '../../domain/memory.js';
import type { ReasoningType } from '../../domain/reasoning.js';
import { DAY, type Instant } from '../../domain/time.js';
import { readDiscourse, type Discourse } from '../../language/speech.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

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
