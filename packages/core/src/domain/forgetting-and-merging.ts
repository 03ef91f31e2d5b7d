import { z } from 'zod';
import type { Context } from './graph.js';
import { type EntityId, type LearnedId, MemoryId } from './ids.js';
import { Memory } from './memory.js';
import { flag, type Of, OwnText, type SchemaOf, textUpTo } from './schema.js';

/** Why a memory is forgotten: on request; it no longer matters; it was planted to mislead; it spreads an error. */
export const FORGET_CAUSES = [
  'user_requested',
  'obsolete',
  'adversarial_injection',
  'semantic_cancer',
] as const;

export const ForgetChoice = z.strictObject({
  reason: z.string().trim().max(500).default('').describe('Why, for the journal.'),
  cause: z
    .enum(FORGET_CAUSES)
    .optional()
    .describe(
      'Of what sort the reason is: user_requested, obsolete, adversarial_injection or semantic_cancer.',
    ),
  cascade: flag(
    'Links between others that were read in it go, too; without, they stay on nobody’s word.',
    true,
  ),
});
export type ForgetChoice = z.input<typeof ForgetChoice>;
export type ParsedForgetChoice = z.output<typeof ForgetChoice>;

/** The reason as written to the journal. */
export function forgetReason({
  reason,
  cause,
}: Pick<ParsedForgetChoice, 'reason' | 'cause'>): string {
  return [cause?.replaceAll('_', ' '), reason]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
}

/** Replaces an erased name. */
export const ERASED = '[erased]';

const Name = z.string().trim().min(2, 'at least 2 characters').max(200);

/** Whom or what to erase, and how. */
export const EraseInput = z
  .strictObject({
    subject: Name.optional().describe(
      'Everything about this person: what they said, and what names them.',
    ),
    speaker: Name.optional().describe(
      'Only what this speaker said, and what was made of it; where others name them stays.',
    ),
    memories: z
      .array(MemoryId)
      .min(1, 'name at least one memory')
      .max(1_000, 'at most 1,000 memories')
      .optional()
      .describe('Only these memories, and what was made of them; taken back or not.'),
    also: z
      .array(Name)
      .max(50)
      .default([])
      .describe('Other names, spellings, addresses, numbers that mean them.'),
    mentions: z
      .enum(['erase', 'redact'])
      .default('erase')
      .describe(
        'What becomes of others’ memories that name them: erase, or redact to keep the rest of the text with [erased] for the name. What tells something of them goes either way.',
      ),
    yes: flag('Do it. Without it, only tell what would be done. It cannot be undone.'),
  })
  .refine(
    ({ subject, speaker, memories }) =>
      [subject, speaker, memories].filter((each) => each !== undefined).length === 1,
    { message: 'name either a subject, a speaker or memories', path: ['subject'] },
  )
  .refine(({ memories, also }) => memories === undefined || also.length === 0, {
    message: 'goes with a subject or a speaker',
    path: ['also'],
  });
export type EraseInput = z.input<typeof EraseInput>;
export type ParsedEraseInput = z.output<typeof EraseInput>;

/**
 * Forms of a name of several words, in addition to the exact spelling: with other separators (`rene_dupont`), with
 * none (`renedupont`), as in a list of names ("Dupont, Rene"), with the last words first (`dupont_rene`).
 */
export const NAME_FORMS = ['spaced', 'joined', 'listed', 'turned'] as const;
export type NameForm = (typeof NAME_FORMS)[number];

/** One name that refers to the person. */
export interface ErasedName {
  readonly text: string;
  /** Spelled like a common word ("Will"): it counts as the name only when capitalised. */
  readonly common: boolean;
  /** The forms in which it refers to nobody else. */
  readonly writing: readonly NameForm[];
}

/** What a change deletes from the file permanently, including its past. */
export interface Erasure {
  readonly memories: readonly MemoryId[];
  /** Stored with a changed text: the change puts them, their words, vectors and claims again. */
  readonly rewritten: readonly MemoryId[];
  /** Only their former versions are deleted: what they must not say is known to another machine alone. */
  readonly past?: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  /** Stored under other names: the journal's copies of the old ones are deleted. */
  readonly renamed: readonly EntityId[];
  readonly contexts: readonly Context[];
  readonly learned: readonly LearnedId[];
  /** Removed from all other text of the bank; empty if only a speaker's words are erased. */
  readonly names: readonly ErasedName[];
  /** Stems of the names, as stored in recorded questions. */
  readonly stems: readonly string[];
  /** Sealed values that nothing refers to any more. */
  readonly tokens: readonly string[];
}

const eraseProofShape = z.strictObject({
  /** Number of needles searched for: names in their spellings and encodings, and pieces of the erased texts. */
  needles: z.number(),
  bytesSearched: z.number(),
  bytesFound: z.number(),
  /** Matches that are only part of a longer word, or numbers that happen to be equal. */
  partsOfOthers: z.number(),
});
/** A byte-by-byte search of the file and its companion files. */
export interface EraseProof extends Of<typeof eraseProofShape> {}
export const EraseProof: SchemaOf<EraseProof, typeof eraseProofShape> = eraseProofShape;

const eraseReportShape = z.strictObject({
  /**
   * Whether it was done, and no byte of them was found afterwards. If false: a preview; or, with a proof or with
   * `remains`, an erasure that is incomplete.
   */
  done: z.boolean(),
  /** The names by which the person was searched for. */
  names: z.array(z.string()),
  /** Other names in the bank that may refer to the same person; pass them as `also` if they do. */
  alike: z.array(z.string()),
  /**
   * Names of theirs that others share: not searched for, as they may mean the others; pass them as `also` to include
   * them.
   */
  shared: z.array(z.string()),
  memories: z.strictObject({
    said: z.number(),
    about: z.number(),
    naming: z.number(),
    derived: z.number(),
  }),
  /** Memories of others that stay, with the name removed. */
  redacted: z.number(),
  entities: z.number(),
  /** Predictions based only on their memories, and habits of theirs. */
  learned: z.number(),
  sealed: z.number(),
  /** What of the person is still in the file's bytes; null for a preview, or without a file. */
  proof: EraseProof.nullable(),
  /** Why the proof is incomplete, in words. */
  remains: z.array(z.string()),
  sequence: z.number(),
  /** A signed account of it that names nobody, as the text of a file; null for a preview, or without a signing key. */
  certificate: OwnText.nullable(),
});
export interface EraseReport extends Of<typeof eraseReportShape> {}
export const EraseReport: SchemaOf<EraseReport, typeof eraseReportShape> = eraseReportShape;

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
const PRIORS = ['kind', 'speaker', 'time', 'confidence', 'trust', 'validity', 'conflict'] as const;

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
