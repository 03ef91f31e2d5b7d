import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Instant } from './time.js';
import type { Of, SchemaOf } from './schema.js';

/** Whether a memory still holds, as far as the bank knows. */
export const STANDINGS = ['current', 'superseded', 'disputed'] as const;
export const StandingState = z.enum(STANDINGS);
export type StandingState = z.infer<typeof StandingState>;

const standingDetailShape = z.strictObject({
  /** What took its place, or what disputes it. */
  by: MemoryId,
  /** When that was said; of a dispute, when it was noticed. */
  since: Instant,
  /** The one property that this is about; what else the memory says may hold. */
  slot: z.string(),
  why: z.string(),
  conflict: ConflictId.nullable(),
});
export interface StandingDetail extends Of<typeof standingDetailShape> {}
export const StandingDetail: SchemaOf<StandingDetail, typeof standingDetailShape> =
  standingDetailShape;

/** How a memory stands beside others of its slot. */
export interface Standing {
  readonly state: StandingState;
  readonly detail: StandingDetail | null;
}

export const CURRENT: Standing = { state: 'current', detail: null };
