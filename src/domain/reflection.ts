import { z } from 'zod';
import { InstantInput } from './input.js';
import type { EntityId, MemoryId } from './ids.js';
import type { Memory, MemoryKind } from './memory.js';
import { RESERVED_TAGS } from './reserved-tags.js';
import type { Instant } from './time.js';

/** The mark of a memory that reflection wrote. Tags of this form are refused from callers, so none but reflection sets it. */
export const REFLECTED_TAG = `${RESERVED_TAGS}reflected`;

/** The mark of a reflection about one entity: an index finds it without loading the memory. */
export function aboutTag(entity: EntityId): string {
  return `${RESERVED_TAGS}about:${entity}`;
}

/** What reflection writes. */
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
  about: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
    .optional()
    .describe('Only this person or thing, by name or id. Default: everything that changed.'),
  since: InstantInput.optional().describe(
    'What was recorded at or after this moment. Default: what changed since the last reflection.',
  ),
  kinds: z
    .array(z.enum(REFLECTION_KINDS))
    .min(1, 'name at least one kind, or leave it out')
    .optional()
    .describe('Only these kinds.'),
});
export type ReflectInput = z.input<typeof ReflectInput>;

/** A memory that reflection wrote, with what it rests on. */
export interface Reflection {
  readonly id: MemoryId;
  readonly kind: ReflectionKind;
  /** The entity it is about; null for a principle and for an opinion of the bank itself. */
  readonly about: string | null;
  readonly content: string;
  /** 0..1. */
  readonly confidence: number;
  /** The memories it rests on, and those that speak against it. */
  readonly evidence: readonly MemoryId[];
  readonly against: readonly MemoryId[];
}

export interface ReflectionCounts {
  readonly made: number;
  /** Kept under the same identity with other words, evidence or confidence. */
  readonly renewed: number;
  /** Taken back, as their evidence is gone. */
  readonly retracted: number;
}

export interface ReflectReport {
  readonly kinds: Readonly<Record<ReflectionKind, ReflectionCounts>>;
  /** What was made or renewed, in order. */
  readonly changed: readonly Reflection[];
  /** Entities that were looked at. */
  readonly considered: number;
  /** The changes it reflected on: after `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** The bank's last change after it. */
  readonly sequence: number;
  /** What was left out or went otherwise than asked, in words. */
  readonly notices: readonly string[];
}

/** A reflection that stands beside the results of a recall; it never takes the place of one. */
export interface BesideResult {
  readonly id: MemoryId;
  readonly kind: ReflectionKind;
  readonly content: string;
  readonly confidence: number;
  readonly reflectedAt: Instant;
  /** Memories it rests on that still stand. */
  readonly evidence: readonly MemoryId[];
  /** Why it no longer holds as it was written, in words; null while its evidence stands. `mneme reflect` renews it. */
  readonly stale: string | null;
  /** How near it is to the question, 0..1, comparable within one answer only. */
  readonly score: number;
}
