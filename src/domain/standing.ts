import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Instant } from './time.js';
import type { Of, SchemaOf } from './schema.js';

/** Whether a memory still holds, as far as the bank knows. */
export const STANDINGS = ['current', 'superseded', 'disputed'] as const;
export const StandingState = z.enum(STANDINGS);
export type StandingState = z.infer<typeof StandingState>;

const standingDetailShape = z.strictObject({
  /** What superseded or disputes it. */
  by: MemoryId,
  /** When that was said; for a dispute, when it was noticed. */
  since: Instant,
  /** The one property that this is about; the rest of the memory may hold. */
  slot: z.string(),
  why: z.string(),
  conflict: ConflictId.nullable(),
});
export interface StandingDetail extends Of<typeof standingDetailShape> {}
export const StandingDetail: SchemaOf<StandingDetail, typeof standingDetailShape> =
  standingDetailShape;

/** How a memory holds compared with others of its slot. */
export interface Standing {
  readonly state: StandingState;
  readonly detail: StandingDetail | null;
}

export const CURRENT: Standing = { state: 'current', detail: null };
