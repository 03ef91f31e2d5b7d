import { z } from 'zod';
import { EDGE_STATUSES } from './graph.js';
import { ConflictId, MemoryId } from './ids.js';
import { Source } from './memory.js';
import { Day } from './note.js';
import {
  flag,
  type Of,
  OldCursor,
  pageInput,
  type SchemaOf,
  Share,
  textUpTo,
  wholeNumber,
} from './schema.js';
import { Instant } from './time.js';

/**
 * `actual`: both cannot hold; `contextual`: of another time, place or condition; `review`: similar but without a
 * common cause, for people to check.
 */
export const CONFLICT_VERDICTS = ['actual', 'contextual', 'review'] as const;
export type ConflictVerdict = (typeof CONFLICT_VERDICTS)[number];

/** How a conflict was settled: which of the two holds now, or both. */
export const KEPT = ['newer', 'older', 'both'] as const;
export type Kept = (typeof KEPT)[number];

const settlementShape = z.strictObject({
  keep: z.enum(KEPT),
  /** Settled by a rule of the engine or of the caller, or by a person. */
  by: z.enum(['rule', 'person']),
  /** The actor, as in the journal. */
  actor: z.string(),
  at: Instant,
  /** The reason, in words. */
  note: z.string(),
  /** The conditions under which each holds, if both do. */
  conditions: z.string().nullable(),
  /** The day from which it applies, if the change was announced; absent: immediately. */
  from: Instant.optional(),
});
export interface Settlement extends Of<typeof settlementShape> {}
export const Settlement: SchemaOf<Settlement, typeof settlementShape> = settlementShape;

const conflictShape = z.strictObject({
  id: ConflictId,
  /** The one said first. */
  older: MemoryId,
  newer: MemoryId,
  /** The subject of both, in words: "Tom", "pool size". */
  subject: z.string(),
  /** Which property of it: `lives in`, `is`, `likes sushi`. */
  slot: z.string(),
  olderValue: z.string(),
  newerValue: z.string(),
  verdict: z.enum(CONFLICT_VERDICTS),
  reason: z.string(),
  status: z.enum(EDGE_STATUSES),
  settlement: Settlement.nullable(),
  /** What it took from each memory's confidence, to be restored when it is undone. */
  lowered: z.strictObject({
    older: z.number(),
    newer: z.number(),
  }),
  foundAt: Instant,
  version: z.number(),
});
/** Two memories that state different values for one slot of one subject. Immutable: a change puts a new version. */
export interface Conflict extends Of<typeof conflictShape> {}
export const Conflict: SchemaOf<Conflict, typeof conflictShape> = conflictShape;

/** Nobody has settled it, and it took nothing from either memory's confidence. */
export const UNSETTLED = {
  status: 'pending',
  settlement: null,
  lowered: { older: 0, newer: 0 },
} as const satisfies Partial<Conflict>;

/** The mode of a claim: it holds, it is denied, it held once, or it will hold. */
export const CLAIM_MODES = ['holds', 'denied', 'past', 'planned'] as const;
export type ClaimMode = (typeof CLAIM_MODES)[number];

/** A memory's claim in searchable form: derived from its text. */
export interface StoredClaim {
  readonly memory: MemoryId;
  /** Subject and slot, normalised. */
  readonly key: string;
  /** The claim, as JSON. */
  readonly claim: string;
}

/** Which conflicts to list. */
export const ConflictFilter = z.strictObject({
  status: z
    .enum(EDGE_STATUSES)
    .optional()
    .describe(
      'Only those that stand so: pending waits for somebody, resolved is settled, overridden was settled by a rule and then otherwise by a person.',
    ),
  verdict: z.enum(CONFLICT_VERDICTS).optional().describe('Only those judged so.'),
  memory: MemoryId.optional().describe('Only those of this memory.'),
  scan: flag('First read the whole bank for conflicts that were not noticed yet, and record them.'),
  ...pageInput('Conflicts a page.', 20, 500),
  after: OldCursor,
});
export type ConflictFilter = z.input<typeof ConflictFilter>;

/** How to settle a conflict. */
export const ConflictSettling = z
  .strictObject({
    id: ConflictId.describe('The conflict, as in k_01h5k0c2x9w7a.'),
    keep: z
      .union(
        [z.enum([...KEPT, 'reliable', 'undecided']), MemoryId],
        'expected newer, older, reliable, both, undecided, or the id of one of the two memories',
      )
      .describe(
        'What holds now: newer, older, reliable (the better source, then confidence, then evidence), both, the id of one of the two memories, or undecided, which takes a settlement back.',
      ),
    conditions: textUpTo(500).optional().describe('With both: when each of them holds.'),
    note: z.string().trim().max(500).default('').describe('Why, for the record.'),
    by: z
      .enum(['person', 'rule'])
      .default('person')
      .describe('Who decides: a person, or a rule of the caller. A person may overrule a rule.'),
  })
  .refine(({ keep, conditions }) => conditions === undefined || keep === 'both', {
    message: 'conditions go with keep: both',
    path: ['conditions'],
  });
export type ConflictSettling = z.input<typeof ConflictSettling>;
export type ParsedConflictSettling = z.output<typeof ConflictSettling>;

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
  /** When that began, or was stated where nobody said when; for a dispute, when it was detected. */
  since: Instant,
  /** That day, where a note gives one: a day on the calendar, the same in every time zone; absent for a moment. */
  sinceDay: z.exactOptional(Day),
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
