import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Instant } from './time.js';
import type { Of, SchemaOf } from './schema.js';

/** Whether a memory still holds, as far as the bank knows. */
export const VALIDITY_STATES = [
  'current',
  'superseded',
  'disputed',
  /** Some of what a turn tells is superseded. */
  'partly',
  /** It rested on something that has changed. */
  'doubtful',
  'planned',
  'ended',
  'past',
] as const;
export const ValidityState = z.enum(VALIDITY_STATES);
export type ValidityState = z.infer<typeof ValidityState>;

const validityDetailShape = z.strictObject({
  /** What superseded or disputes it. */
  by: MemoryId,
  /** When that was said; for a dispute, when it was noticed. */
  since: Instant,
  /** The one property that this is about; the rest of the memory may hold. */
  slot: z.string(),
  why: z.string(),
  conflict: ConflictId.nullable(),
});
export interface ValidityDetail extends Of<typeof validityDetailShape> {}
export const ValidityDetail: SchemaOf<ValidityDetail, typeof validityDetailShape> =
  validityDetailShape;

/** How a memory holds compared with others of its slot. */
export interface Validity {
  readonly state: ValidityState;
  readonly detail: ValidityDetail | null;
}

export const CURRENT: Validity = { state: 'current', detail: null };

/** @deprecated It is `ValidityState` now. */
export type StandingState = ValidityState;
/** @deprecated It is `ValidityDetail` now. */
export type StandingDetail = ValidityDetail;
