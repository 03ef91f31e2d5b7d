import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

/** What to do about a task (capability P10). */
export const ATTEMPT_DECISIONS = [
  'attempt',
  'attempt_with_caveat',
  'ask_for_help',
  'decline',
] as const;
export type AttemptDecision = (typeof ATTEMPT_DECISIONS)[number];

const attemptPartsShape = z.strictObject({
  competence: Share,
  pastSuccess: Share,
  strategy: Share,
  simulation: Share,
});
/** Each 0..1. */
export interface AttemptParts extends Of<typeof attemptPartsShape> {}
export const AttemptParts: SchemaOf<AttemptParts, typeof attemptPartsShape> = attemptPartsShape;

export const ATTEMPT_WEIGHTS: Readonly<AttemptParts> = {
  competence: 0.3,
  pastSuccess: 0.25,
  strategy: 0.25,
  simulation: 0.2,
};
/** What each way of failing that threatens takes off. */
export const FAILURE_RISK = 0.1;
/** What stands for a part of which nothing is known. */
export const UNKNOWN_PART = 0.5;

export function attemptScore(parts: AttemptParts, risks: number): number {
  const sum = (Object.keys(ATTEMPT_WEIGHTS) as (keyof AttemptParts)[]).reduce(
    (total, part) => total + ATTEMPT_WEIGHTS[part] * parts[part],
    0,
  );
  return Math.max(0, sum - FAILURE_RISK * risks);
}

export function attemptDecision(score: number): AttemptDecision {
  return score > 0.75
    ? 'attempt'
    : score > 0.5
      ? 'attempt_with_caveat'
      : score > 0.25
        ? 'ask_for_help'
        : 'decline';
}
