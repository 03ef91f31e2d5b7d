import { z } from 'zod';
import { EDGE_STATUSES } from './graph.js';
import { ConflictId, MemoryId } from './ids.js';
import { Instant } from './time.js';
import { type Of, type SchemaOf, textUpTo, flag } from './schema.js';
import { OldCursor, pageInput } from './page.js';

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
