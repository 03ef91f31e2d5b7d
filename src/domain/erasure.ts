import { z } from 'zod';
import type { Context } from './graph.js';
import { MemoryId, type EntityId } from './ids.js';
import type { LearnedId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';

/** What stands where a name was taken out. */
export const ERASED = '[erased]';

const Name = z.string().trim().min(2, 'at least 2 characters').max(200, 'at most 200 characters');

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
    yes: z
      .boolean()
      .default(false)
      .describe('Do it. Without it, only tell what would be done. It cannot be undone.'),
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
 * Ways of writing a name of several words, beside letter for letter: with other signs between them (`rene_dupont`), with none
 * (`renedupont`), as in a list of names ("Dupont, Rene"), with the last words first (`dupont_rene`).
 */
export const NAME_FORMS = ['spaced', 'joined', 'listed', 'turned'] as const;
export type NameForm = (typeof NAME_FORMS)[number];

/** One name that means the person. */
export interface ErasedName {
  readonly text: string;
  /** Spelled like a common word ("Will"): only capitalised it is the name. */
  readonly common: boolean;
  /** The forms in which it means nobody else. */
  readonly writing: readonly NameForm[];
}

/** What a change takes out of the file for good, its past too. */
export interface Erasure {
  readonly memories: readonly MemoryId[];
  /** Kept with another text: the change puts them, their words, vectors and claims anew. */
  readonly rewritten: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  /** Kept under other names: what the journal has of the old ones goes. */
  readonly renamed: readonly EntityId[];
  readonly contexts: readonly Context[];
  readonly learned: readonly LearnedId[];
  /** Taken out of all other text of the bank; none where only a speaker's words go. */
  readonly names: readonly ErasedName[];
  /** Stems of the names, as noted questions hold them. */
  readonly stems: readonly string[];
  /** Sealed values that nothing refers to any more. */
  readonly tokens: readonly string[];
}

const eraseProofShape = z.strictObject({
  /** Names in their spellings and encodings, and pieces of the erased texts, that were looked for. */
  needles: z.number(),
  bytesSearched: z.number(),
  bytesFound: z.number(),
  /** Places where a name is only a part of a longer word, or of numbers that happen to be the same. */
  partsOfOthers: z.number(),
});
/** A search of the file and what lies beside it, byte by byte. */
export interface EraseProof extends Of<typeof eraseProofShape> {}
export const EraseProof: SchemaOf<EraseProof, typeof eraseProofShape> = eraseProofShape;

const eraseReportShape = z.strictObject({
  /** Whether it was done; else this is what would be done. */
  done: z.boolean(),
  /** By which names the person was looked for. */
  names: z.array(z.string()),
  /** Other names in the bank that may mean the same person; give them as `also` where they do. */
  alike: z.array(z.string()),
  /** Names that the bank has for them and for others too: not looked for, as they may mean the others; give them as `also` all the same. */
  shared: z.array(z.string()),
  memories: z.strictObject({
    said: z.number(),
    about: z.number(),
    naming: z.number(),
    derived: z.number(),
  }),
  /** Memories of others that were kept with the name taken out. */
  redacted: z.number(),
  entities: z.number(),
  /** Predictions that rested on their memories alone, and habits of theirs. */
  learned: z.number(),
  sealed: z.number(),
  /** What of the person is still in the file's bytes; null for what was not done, or has no file. */
  proof: EraseProof.nullable(),
  /** What keeps the proof from being whole, in words. */
  remains: z.array(z.string()),
  sequence: z.number(),
});
export interface EraseReport extends Of<typeof eraseReportShape> {}
export const EraseReport: SchemaOf<EraseReport, typeof eraseReportShape> = eraseReportShape;
