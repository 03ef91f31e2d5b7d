import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '../../../domain/schema.js';

/** The action that represents a task in the world model, and its outcome on success. */
export const ATTEMPT_ACTION = 'attempt the task';
export const DONE = 'done';

/** Above which score a task is done freely, without help, and at all. */
export const ATTEMPT_FLOORS = { freely: 0.75, alone: 0.5, atAll: 0.25 } as const;

const attemptPartsShape = z.strictObject({
  competence: Share.nullable(),
  pastSuccess: Share.nullable(),
  strategy: Share.nullable(),
  simulation: Share.nullable(),
});
/** Each 0..1; null if unknown. */
export interface AttemptParts extends Of<typeof attemptPartsShape> {}
export const AttemptParts: SchemaOf<AttemptParts, typeof attemptPartsShape> = attemptPartsShape;

export const ATTEMPT_WEIGHTS = {
  competence: 0.3,
  pastSuccess: 0.25,
  strategy: 0.25,
  simulation: 0.2,
} as const satisfies Record<keyof AttemptParts, number>;
/** What each threatening failure mode subtracts. */
export const FAILURE_RISK = 0.1;

/** The weighted mean of the known parts: unknown ones are neutral. Null if none is known. */
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
