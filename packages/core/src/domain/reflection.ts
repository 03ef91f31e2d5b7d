import { z } from 'zod';
import { BoundInput } from './input.js';
import { type EntityId, MemoryId } from './ids.js';
import type { Memory, MemoryKind } from './memory.js';
import { RESERVED_TAGS } from './scope.js';
import { Instant } from './time.js';
import { Share, type Of, type SchemaOf, textUpTo } from './schema.js';

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
