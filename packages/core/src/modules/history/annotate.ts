import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { Tag } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import { RESERVED_TAGS } from '../../domain/ids.js';
import { isoSecond, type Instant } from '../../domain/time.js';
import { textUpTo } from '../../domain/schema.js';

/** The metadata field for remarks. */
const ANNOTATION = 'annotation';
const MAX_NOTES = 2_000;

export const Remark = textUpTo(500).describe(
  'A remark on it, kept beside its words, behind earlier ones.',
);

/** Tags to add to the existing ones. */
export const AddedTags = z
  .array(
    Tag.refine(
      (tag) => !tag.startsWith(RESERVED_TAGS),
      `tags that start with ${RESERVED_TAGS} are the engine's own`,
    ),
  )
  .max(20, 'at most 20 tags')
  .describe('Tags to add to those that it has.');

/** The changes that a remark and tags make to a memory. Throws `invalid_input` when its remarks are full. */
export function annotated(
  memory: Memory,
  note: string | undefined,
  tags: readonly string[],
): Pick<Memory, 'tags' | 'metadata'> {
  const known = memory.metadata[ANNOTATION];
  const notes =
    note === undefined
      ? known
      : [...(known === undefined ? [] : String(known).split('\n')), note].join('\n');
  if (typeof notes === 'string' && notes.length > MAX_NOTES)
    throw new MnemeError('invalid_input', 'The memory has no room for another remark.', {
      field: 'update.remark',
      value: note,
      hint: `Its remarks may have ${MAX_NOTES} characters together.`,
    });
  return {
    tags: [...new Set([...memory.tags, ...tags])],
    metadata: notes === undefined ? memory.metadata : { ...memory.metadata, [ANNOTATION]: notes },
  };
}

/** What an update changes other than a memory's words. */
export interface FieldChanges {
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly metadata?: Memory['metadata'] | undefined;
  readonly remark?: string | undefined;
  readonly boost?: number | undefined;
}

/** Describes the changed fields. */
export function inWords(
  { importance, tags, metadata }: Memory,
  { tags: placed, addTags, metadata: given, remark, boost }: FieldChanges,
  end: Instant | null | undefined,
): string[] {
  const own = tags.filter((tag) => !tag.startsWith(RESERVED_TAGS));
  return [
    ...(boost === undefined ? [] : [`importance ${importance.toFixed(2)}`]),
    ...((placed ?? addTags) === undefined ? [] : [`tags: ${own.join(', ') || 'none'}`]),
    ...((given ?? remark) === undefined
      ? []
      : Object.entries(metadata).map(([name, value]) => `${name}: ${String(value)}`)),
    ...(end === undefined
      ? []
      : [end === null ? 'stays for good' : `is found until ${isoSecond(end)}`]),
  ];
}
