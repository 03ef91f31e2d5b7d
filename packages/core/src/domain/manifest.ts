import { z } from 'zod';
import { ConflictId, MemoryId } from './ids.js';
import { Tag } from './input.js';
import {
  ManifestText,
  type Of,
  OwnText,
  type SchemaOf,
  wholeNumber,
  textUpTo,
  flag,
} from './schema.js';

/** The commands of a manifest's lines. */
export const MANIFEST_VERBS = ['merge', 'forget', 'note', 'pin', 'resolve'] as const;
export type ManifestVerb = (typeof MANIFEST_VERBS)[number];

/** The tag of pinned memories. */
export const PINNED = 'pinned';

/** Which memories the file lists; or the edited file, to apply its commands. */
export const ManifestInput = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The edited file, to do what it asks for; - for standard input.'),
  text: z.string().min(1).max(1_000_000).optional().describe('Its text, instead of a path.'),
  preview: flag('Only tell what the edited file would do, and which lines are bad.'),
  match: textUpTo(500).optional().describe('Only memories that have any of these words.'),
  tags: z
    .array(Tag)
    .min(1, 'name at least one tag, or leave it out')
    .optional()
    .describe('Only memories with all of these tags.'),
  limit: wholeNumber(1, 500)
    .default(100)
    .describe('Most memories; those that matter most come first.'),
});
export type ManifestInput = z.input<typeof ManifestInput>;
export type ManifestFilter = Pick<ManifestInput, 'match' | 'tags' | 'limit'>;

/** A bank as an editable file. */
export interface Manifest {
  readonly bank: string;
  /** The last change that it includes. */
  readonly sequence: number;
  readonly memories: number;
  readonly conflicts: number;
  readonly markdown: string;
}

/** One line with a command, as far as it could be parsed. */
export interface ManifestLine {
  /** From 1. */
  readonly line: number;
  readonly verb: ManifestVerb;
  /** Words between the verb and its colon: a strategy, a cause, the value that holds. */
  readonly options: readonly string[];
  readonly ids: readonly string[];
  /** The text after the brackets: a name, a reason, a remark. */
  readonly note: string;
}

const badLineShape = z.strictObject({
  /** From 1; 0 for the whole file. */
  line: z.number(),
  /** What is wrong with it, and how to fix it. */
  message: z.string(),
});
export interface BadLine extends Of<typeof badLineShape> {}
export const BadLine: SchemaOf<BadLine, typeof badLineShape> = badLineShape;

const namedShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
});
export interface Named extends Of<typeof namedShape> {}
export const Named: SchemaOf<Named, typeof namedShape> = namedShape;

const manifestActionShape = z.strictObject({
  line: z.number(),
  verb: z.enum(MANIFEST_VERBS),
  options: z.array(z.string()),
  note: z.string(),
  /** What it changes. */
  memories: z.array(Named),
  /** The result of a merge. */
  becomes: Named.nullable(),
  conflict: ConflictId.nullable(),
});
export interface ManifestAction extends Of<typeof manifestActionShape> {}
export const ManifestAction: SchemaOf<ManifestAction, typeof manifestActionShape> =
  manifestActionShape;

/** The result of applying an edited manifest, or its preview. */
export interface ManifestReport {
  /** False for a preview, and without any command. */
  readonly applied: boolean;
  readonly actions: readonly ManifestAction[];
  /** Only in a preview: a file with bad lines is not applied. */
  readonly bad: readonly BadLine[];
  readonly sequence: number;
}

const manifestAnswerShape = z.strictObject({
  bank: z.exactOptional(z.string()),
  memories: z.exactOptional(z.number()),
  conflicts: z.exactOptional(z.number()),
  markdown: z.exactOptional(ManifestText),
  applied: z.exactOptional(z.boolean()),
  actions: z.exactOptional(z.array(ManifestAction)),
  bad: z.exactOptional(z.array(BadLine)),
  sequence: z.number(),
  reversal: z.exactOptional(OwnText.nullable()),
});
/** {@link Manifest}, or {@link ManifestReport} of an edited one. */
export interface ManifestAnswer extends Of<typeof manifestAnswerShape> {}
export const ManifestAnswer: SchemaOf<ManifestAnswer, typeof manifestAnswerShape> =
  manifestAnswerShape;
