import type { ConflictId, MemoryId } from './ids.js';
import type { Instant } from './time.js';

/** Whether a memory still holds, as far as the bank knows. */
export const STANDINGS = ['current', 'superseded', 'disputed'] as const;
export type StandingState = (typeof STANDINGS)[number];

export interface StandingDetail {
  /** What took its place, or what disputes it. */
  readonly by: MemoryId;
  /** When that was said; of a dispute, when it was noticed. */
  readonly since: Instant;
  /** The one property that this is about; what else the memory says may hold. */
  readonly slot: string;
  readonly why: string;
  readonly conflict: ConflictId | null;
}

/** How a memory stands beside others of its slot. */
export interface Standing {
  readonly state: StandingState;
  readonly detail: StandingDetail | null;
}

export const CURRENT: Standing = { state: 'current', detail: null };
