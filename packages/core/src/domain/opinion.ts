import { z } from 'zod';
import { MemoryId } from './ids.js';
import { Instant } from './time.js';
import { Share, type Of, type SchemaOf, shareInput, textUpTo, flag } from './schema.js';
import { pageInput } from './page.js';

/** How evidence moves an opinion. */
export const OPINION_MOVES = ['reinforce', 'weaken', 'contradict'] as const;
export type OpinionMove = (typeof OPINION_MOVES)[number];

const Id = z.string().describe('The opinion, as in m_01h5k0c2x9w7a.');

/** An opinion to be changed by evidence. */
export const OpinionMoveInput = z.strictObject({
  id: Id,
  move: z
    .enum(OPINION_MOVES)
    .describe('One step up, one step down, or two down, as evidence that says the opposite does.'),
  evidence: z
    .array(z.string())
    .min(1, 'name at least one memory, or leave it out')
    .max(20, 'at most 20 memories')
    .optional()
    .describe(
      'The memories that speak for or against it; each moves it by one step, and once only.',
    ),
  step: z
    .number()
    .gt(0, 'must be above 0')
    .max(0.3, 'must be at most 0.3')
    .optional()
    .describe('How far one step goes at a confidence of 0.5. Default: 0.1.'),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
});
export type OpinionMoveInput = z.input<typeof OpinionMoveInput>;

/** Which opinions to list. */
export const OpinionFilter = z.strictObject({
  about: textUpTo(200)
    .optional()
    .describe('Only those that this person holds, or that are about this.'),
  below: shareInput().optional().describe('Only those less sure than this, 0 to 1.'),
  revise: flag('Only those to look at again: contradicted, unsure or old. The least sure first.'),
  contradictions: z
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe('Contradicted: by so many memories against it.'),
  floor: shareInput().default(0.3).describe('Unsure: below this confidence, 0 to 1.'),
  days: z.number().gt(0).max(36_500).default(365).describe('Old: recorded so many days ago.'),
  ...pageInput('At most so many.', 50, 500),
});
export type OpinionFilter = z.input<typeof OpinionFilter>;

const opinionShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  /** 0..1. */
  confidence: Share,
  /** Who holds it: a name, or `self` for the bank itself; null for an opinion remembered as one. */
  holder: z.string().nullable(),
  /** Whether it was formed by reflection. */
  formed: z.boolean(),
  /** Current memories for and against it. */
  evidence: z.array(MemoryId),
  against: z.array(MemoryId),
  /** Whether evidence it was formed from is gone; `reflect` renews it. */
  stale: z.boolean(),
  /** Why it should be reviewed. */
  revise: z.array(z.enum(['contradicted', 'unsure', 'old'])),
  recordedAt: Instant,
});
export interface Opinion extends Of<typeof opinionShape> {}
export const Opinion: SchemaOf<Opinion, typeof opinionShape> = opinionShape;

const opinionReceiptShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  before: Share,
  after: Share,
  /** False if all the evidence was counted already or rests on the opinion itself; nothing was written then. */
  changed: z.boolean(),
  /**
   * The memories of a cycle of support that this evidence would have closed or maintained; support without a ground
   * outside the cycle was not counted. Usually empty.
   */
  circular: z.array(MemoryId),
  sequence: z.number(),
});
export interface OpinionReceipt extends Of<typeof opinionReceiptShape> {}
export const OpinionReceipt: SchemaOf<OpinionReceipt, typeof opinionReceiptShape> =
  opinionReceiptShape;
