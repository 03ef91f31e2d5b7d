import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Source } from './memory.js';
import { type Of, type SchemaOf, Share, wholeNumber, flag } from './schema.js';
import { Instant } from './time.js';

/** Whether a memory still holds, as far as the bank knows. */
const VALIDITY_STATES = [
  'current',
  /** Not read into notes: whether it still holds is unknown. */
  'unread',
  'superseded',
  'disputed',
  /** Part of what a turn states is superseded. */
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
  /** When that was stated; for a dispute, when it was detected. */
  since: Instant,
  /** The property concerned; the rest of the memory may hold. */
  slot: z.string(),
  why: z.string(),
  conflict: ConflictId.nullable(),
});
export interface ValidityDetail extends Of<typeof validityDetailShape> {}
export const ValidityDetail: SchemaOf<ValidityDetail, typeof validityDetailShape> =
  validityDetailShape;

/** The validity of a memory compared with others of its slot. */
export interface Validity {
  readonly state: ValidityState;
  readonly detail: ValidityDetail | null;
}

export const CURRENT: Validity = { state: 'current', detail: null };
export const UNREAD: Validity = { state: 'unread', detail: null };

/** Whether `unread` should be marked: only if other results have been read. */
export const marksUnread = (
  all: readonly { readonly validity?: ValidityState | undefined }[],
): boolean => all.some(({ validity }) => validity !== undefined && validity !== 'unread');

/** Whether nothing contradicts it. */
export const isUncontested = (state: ValidityState): boolean =>
  state === 'current' || state === 'unread';

/** @deprecated It is `ValidityState` now. */
export type StandingState = ValidityState;
/** @deprecated It is `ValidityDetail` now. */
export type StandingDetail = ValidityDetail;

/**
 * How one memory rests on another: it was changed by it as evidence, reflection derived it from it, it cites it, or
 * it was written after recalling it.
 */
const REST_KINDS = ['supports', 'derived_from', 'cites', 'recalled'] as const;
export type RestKind = (typeof REST_KINDS)[number];

/** Which cycles of support to list, and whether to remove links without effect. */
export const CircleFilter = z.strictObject({
  prune: flag(
    'Take out the support that has no ground but what it supports, in one change that can be undone.',
  ),
  reason: z.string().trim().max(500).default('').describe('With prune: why, for the record.'),
  limit: wholeNumber(1, 500)
    .default(50)
    .describe('At most so many circles, the largest first; prune takes all of them.'),
});
export type CircleFilter = z.input<typeof CircleFilter>;

const circleShape = z.strictObject({
  members: z.array(
    z.strictObject({
      id: MemoryId,
      content: z.string(),
      confidence: Share,
      trust: Source,
    }),
  ),
  /** The kinds of links within the cycle, and their number. */
  by: z.partialRecord(z.enum(REST_KINDS), z.number()),
  /** Observations outside it that it rests on; without any, the cycle supports only itself. */
  grounds: z.array(MemoryId),
  /** Number of support steps within it that do not count. */
  groundless: z.number(),
});
/** Memories that support each other in a cycle. */
export interface Circle extends Of<typeof circleShape> {}
export const Circle: SchemaOf<Circle, typeof circleShape> = circleShape;

const circleReportShape = z.strictObject({
  circles: z.array(Circle),
  /** The total, listed or not. */
  found: z.number(),
  /** Links removed, and memories whose confidence was recomputed without them. */
  pruned: z.number(),
  lowered: z.array(
    z.strictObject({
      id: MemoryId,
      before: Share,
      after: Share,
    }),
  ),
  sequence: z.number(),
});
export interface CircleReport extends Of<typeof circleReportShape> {}
export const CircleReport: SchemaOf<CircleReport, typeof circleReportShape> = circleReportShape;
