import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '../../../domain/schema.js';

/** What stands for a task in the world model, and what it leads to when it goes well. */
export const ATTEMPT_ACTION = 'attempt the task';
export const DONE = 'done';

/** What to do about a task. */
export const ATTEMPT_DECISIONS = [
  'attempt',
  'attempt_with_caveat',
  'ask_for_help',
  'decline',
  'no_evidence',
] as const;
export type AttemptDecision = (typeof ATTEMPT_DECISIONS)[number];

const attemptPartsShape = z.strictObject({
  competence: Share.nullable(),
  pastSuccess: Share.nullable(),
  strategy: Share.nullable(),
  simulation: Share.nullable(),
});
/** Each 0..1; null where nothing is known of it. */
export interface AttemptParts extends Of<typeof attemptPartsShape> {}
export const AttemptParts: SchemaOf<AttemptParts, typeof attemptPartsShape> = attemptPartsShape;

export const ATTEMPT_WEIGHTS = {
  competence: 0.3,
  pastSuccess: 0.25,
  strategy: 0.25,
  simulation: 0.2,
} as const satisfies Record<keyof AttemptParts, number>;
/** What each way of failing that threatens takes off. */
export const FAILURE_RISK = 0.1;

/** The parts that are known, weighed among themselves: what nothing is known of neither speaks for a task nor against it. Null without any. */
export function attemptScore(parts: AttemptParts, risks: number): number | null {
  let sum = 0;
  let weights = 0;
  for (const name of Object.keys(ATTEMPT_WEIGHTS) as (keyof AttemptParts)[]) {
    const value = parts[name];
    if (value === null) continue;
    sum += ATTEMPT_WEIGHTS[name] * value;
    weights += ATTEMPT_WEIGHTS[name];
  }
  return weights === 0 ? null : Math.max(0, sum / weights - FAILURE_RISK * risks);
}

export function attemptDecision(score: number | null): AttemptDecision {
  if (score === null) return 'no_evidence';
  return score > 0.75
    ? 'attempt'
    : score > 0.5
      ? 'attempt_with_caveat'
      : score > 0.25
        ? 'ask_for_help'
        : 'decline';
}
