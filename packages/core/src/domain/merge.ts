import { z } from 'zod';
import { MemoryId } from './ids.js';
import { Memory } from './memory.js';
import { type Of, type SchemaOf, textUpTo, flag } from './schema.js';

/**
 * The text of the memory that replaces several: the newest's; that of the most important; all of them, one after
 * another; or a summary, by the language model if configured, else by the sentences that add something.
 */
export const MERGE_STRATEGIES = [
  'keep_newest',
  'keep_highest',
  'concatenate',
  'summarize',
] as const;
export const MergeStrategy = z.enum(MERGE_STRATEGIES);
export type MergeStrategy = z.infer<typeof MergeStrategy>;

/** The reason for retracting a memory that another replaces. */
export function mergedInto(id: MemoryId): string {
  return `merged into ${id}`;
}

export const MergeInput = z.strictObject({
  ids: z
    .array(MemoryId)
    .min(2, 'name at least two memories')
    .max(50, 'at most 50 at once')
    .refine((ids) => new Set(ids).size === ids.length, 'name each memory once')
    .describe('The memories, two or more, as in m_01h5k0c2x9w7a.'),
  strategy: MergeStrategy.default('keep_newest').describe(
    'Whose words stay: keep_newest, keep_highest, concatenate or summarize.',
  ),
  name: textUpTo(200).optional().describe('What the one memory is called, kept beside its words.'),
  force: flag(
    'Also where their priors differ: kind, speaker, time, confidence, trust, or a conflict between them.',
  ),
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
});
export type MergeInput = z.input<typeof MergeInput>;
export type ParsedMerge = z.output<typeof MergeInput>;

/** The fields that determine belief in memories. Memories that differ in one are not merged unless forced. */
export const PRIORS = [
  'kind',
  'speaker',
  'time',
  'confidence',
  'trust',
  'validity',
  'conflict',
] as const;

const priorDifferenceShape = z.strictObject({
  prior: z.enum(PRIORS),
  /** In words, with the memories that differ. */
  why: z.string(),
});
export interface PriorDifference extends Of<typeof priorDifferenceShape> {}
export const PriorDifference: SchemaOf<PriorDifference, typeof priorDifferenceShape> =
  priorDifferenceShape;

const mergeReceiptShape = z.strictObject({
  /** The one that replaces them. */
  memory: Memory,
  strategy: MergeStrategy,
  /** Those that were retracted, in the order they were said; each names the new one as its successor. */
  merged: z.array(MemoryId),
  /** Links to or from the new memory. */
  links: z.number(),
  /** Where their priors differed; only with `force`. */
  differences: z.array(PriorDifference),
  notices: z.array(z.string()),
  sequence: z.number(),
});
export interface MergeReceipt extends Of<typeof mergeReceiptShape> {}
export const MergeReceipt: SchemaOf<MergeReceipt, typeof mergeReceiptShape> = mergeReceiptShape;
