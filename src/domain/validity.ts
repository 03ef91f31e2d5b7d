import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Instant } from './time.js';
import type { Of, SchemaOf } from './schema.js';

/** Whether a memory still holds, as far as the bank knows. */
export const VALIDITY_STATES = [
  'current',
  /** Nobody has read what it says: whether it still holds is not known. */
  'unread',
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
export const UNREAD: Validity = { state: 'unread', detail: null };

/** That something is unread is worth a mark where something beside it was read. */
export const marksUnread = (
  all: readonly { readonly validity?: ValidityState | undefined }[],
): boolean => all.some(({ validity }) => validity !== undefined && validity !== 'unread');

/** Nothing is known against it. */
export const isUncontested = (state: ValidityState): boolean =>
  state === 'current' || state === 'unread';

/** @deprecated It is `ValidityState` now. */
export type StandingState = ValidityState;
/** @deprecated It is `ValidityDetail` now. */
export type StandingDetail = ValidityDetail;
