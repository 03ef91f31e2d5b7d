import { z } from 'zod';
import { type EntityId, MemoryId, RESERVED_TAGS } from './ids.js';
import { BoundInput } from './input.js';
import type { Memory, MemoryKind } from './memory.js';
import { flag, type Of, pageInput, type SchemaOf, Share, shareInput, textUpTo } from './schema.js';
import { Instant } from './time.js';

/** The tag of reflections. It is reserved, so that only reflection sets it. */
export const REFLECTED_TAG = `${RESERVED_TAGS}reflected`;

/** The tag of a reflection about one entity: an index finds it by this without loading the memory. */
export function aboutTag(entity: EntityId): string {
  return `${RESERVED_TAGS}about:${entity}`;
}

/** The kinds of reflection. */
export const REFLECTION_KINDS = [
  'observation',
  'opinion',
  'principle',
] as const satisfies readonly MemoryKind[];
export type ReflectionKind = (typeof REFLECTION_KINDS)[number];

export function isReflected({ tags }: Pick<Memory, 'tags'>): boolean {
  return tags.includes(REFLECTED_TAG);
}

/** What to reflect on. */
export const ReflectInput = z.strictObject({
  about: textUpTo(200)
    .optional()
    .describe('Only this person or thing, by name or id. Default: everything that changed.'),
  since: BoundInput.optional().describe(
    'What was recorded at or after this moment. Default: what changed since the last reflection.',
  ),
  kinds: z
    .array(z.enum(REFLECTION_KINDS))
    .min(1, 'name at least one kind, or leave it out')
    .optional()
    .describe('Only these kinds.'),
});
export type ReflectInput = z.input<typeof ReflectInput>;

const reflectionShape = z.strictObject({
  id: MemoryId,
  kind: z.enum(REFLECTION_KINDS),
  /** The entity it is about; null for a principle and for an opinion of the bank itself. */
  about: z.string().nullable(),
  content: z.string(),
  /** 0..1. */
  confidence: Share,
  /** The memories it rests on, and those that contradict it. */
  evidence: z.array(MemoryId),
  against: z.array(MemoryId),
});
/** A memory written by reflection, with what it rests on. */
export interface Reflection extends Of<typeof reflectionShape> {}
export const Reflection: SchemaOf<Reflection, typeof reflectionShape> = reflectionShape;

const reflectionCountsShape = z.strictObject({
  made: z.number(),
  /** Stored again under the same id with changed words, evidence or confidence. */
  renewed: z.number(),
  /** Retracted, because their evidence is gone. */
  retracted: z.number(),
});
export interface ReflectionCounts extends Of<typeof reflectionCountsShape> {}
export const ReflectionCounts: SchemaOf<ReflectionCounts, typeof reflectionCountsShape> =
  reflectionCountsShape;

const reflectReportShape = z.strictObject({
  kinds: z.record(z.enum(REFLECTION_KINDS), ReflectionCounts),
  /** What was created or renewed, in order. */
  changed: z.array(Reflection),
  /** Number of entities considered. */
  considered: z.number(),
  /** The changes it reflected on: after `from`, up to `to`. */
  from: z.number(),
  to: z.number(),
  /** The bank's last change after it. */
  sequence: z.number(),
  /** What was left out or done differently than asked, in words. */
  notices: z.array(z.string()),
});
export interface ReflectReport extends Of<typeof reflectReportShape> {}
export const ReflectReport: SchemaOf<ReflectReport, typeof reflectReportShape> = reflectReportShape;

const besideResultShape = z.strictObject({
  id: MemoryId,
  kind: z.enum(REFLECTION_KINDS),
  content: z.string(),
  confidence: Share,
  reflectedAt: Instant,
  /** Current memories it rests on. */
  evidence: z.array(MemoryId),
  /** Why it is out of date, in words; null while its evidence holds. `mneme reflect` renews it. */
  stale: z.string().nullable(),
  /** Relevance to the question, 0..1, comparable within one answer only. */
  score: Share,
});
/** A reflection shown in addition to the results of a recall; it never replaces one. */
export interface BesideResult extends Of<typeof besideResultShape> {}
export const BesideResult: SchemaOf<BesideResult, typeof besideResultShape> = besideResultShape;

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
