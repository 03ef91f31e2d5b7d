import type { TransitionPattern } from '@mneme/core/domain/learned/world-model.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { checkConditions } from '@mneme/core/language/conditions.js';
import type { ChosenStrategy } from '../strategies/index.js';
import type { GroundFact } from '@mneme/core/modules/evidence/index.js';

/** The rules for reconciling two disagreeing paradigms that require no writes. */

/** The factor by which a contradicting fact reduces a prediction: facts are observed, predictions inferred. */
export const AGAINST_FACT = 0.5;

export interface Contradicted {
  readonly confidence: number;
  /** The contradicting fact; null if there is none. */
  readonly fact: GroundFact | null;
}

export function factAgainstPrediction(
  state: readonly string[],
  confidence: number,
  facts: readonly GroundFact[],
  stemmer: Stemmer,
): Contradicted {
  const violated = checkConditions(
    state,
    facts.map(({ text, confidence: sure }) => ({ text, confidence: sure })),
    stemmer,
  ).find((check) => check.state === 'violated');
  const fact = facts.find(({ text }) => text === violated?.fact) ?? null;
  return { confidence: fact === null ? confidence : confidence * AGAINST_FACT, fact };
}

/** Orders strategies by competence times success rate, then by their worth in this case. */
export function byCompetence(strategies: readonly ChosenStrategy[]): ChosenStrategy[] {
  const rate = ({ successRate, competence }: ChosenStrategy): number =>
    (successRate ?? 0.5) * competence;
  return [...strategies].sort(
    (a, b) => rate(b) - rate(a) || b.worth - a.worth || (a.id < b.id ? -1 : 1),
  );
}

const WIDER = 1.5;
const UNCERTAIN = 0.5;
const FEW = 5;

/** Whether a forecast is based on little data, or is no better than a coin toss. */
export function isUncertain(confidence: number, pattern: TransitionPattern | null): boolean {
  return confidence < UNCERTAIN || pattern === null || pattern.sampleSize < FEW;
}

/** The interval widened by half around its centre, within 0..1. */
export function widened([low, high]: readonly [number, number]): readonly [number, number] {
  const middle = (low + high) / 2;
  const half = ((high - low) / 2) * WIDER;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
