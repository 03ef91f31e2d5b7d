import { z } from 'zod';
import { EMPTY_CHANGE, type Verb } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { Tag } from '../../domain/input.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { RESERVED_TAGS } from '../../domain/reserved-tags.js';
import { revise } from './forget.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

/** The metadata field for remarks. */
export const ANNOTATION = 'annotation';
const MAX_NOTES = 2_000;

export const AnnotateInput = z
  .strictObject({
    id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
    note: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(500, 'at most 500 characters')
      .optional()
      .describe('A remark on it, kept beside its words, behind earlier ones.'),
    tags: z
      .array(
        Tag.refine(
          (tag) => !tag.startsWith(RESERVED_TAGS),
          `tags that start with ${RESERVED_TAGS} are the engine's own`,
        ),
      )
      .max(20, 'at most 20 tags')
      .optional()
      .describe('Tags to add.'),
  })
  .refine(({ note, tags }) => note !== undefined || (tags ?? []).length > 0, {
    message: 'say something: a note or tags',
    path: ['note'],
  });
export type AnnotateInput = z.input<typeof AnnotateInput>;

export const BoostInput = z.strictObject({
  id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
  by: z
    .number()
    .min(-1, 'must be -1 to 1')
    .max(1, 'must be -1 to 1')
    .default(0.1)
    .describe('What is added to its importance, -1 to 1; it stays within 0 and 1.'),
  reason: z
    .string()
    .trim()
    .max(500, 'at most 500 characters')
    .default('')
    .describe('Why, for the record.'),
});
export type BoostInput = z.input<typeof BoostInput>;

const revisedMemoryShape = z.strictObject({
  /** Memories whose state changed. */
  changed: z.array(MemoryId),
  /** Memories that were in that state already. */
  unchanged: z.array(MemoryId),
  sequence: z.number(),
  memory: Memory,
});
export interface RevisedMemory extends Of<typeof revisedMemoryShape> {}
export const RevisedMemory: SchemaOf<RevisedMemory, typeof revisedMemoryShape> = revisedMemoryShape;

/** Adds a remark or tags to a memory; its text stays. Throws `not_found`, `invalid_input` when its remarks are full. */
export async function annotate(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RevisedMemory> {
  const { id, note, tags = [] } = parseInput(AnnotateInput, raw, 'annotate');
  return change(id, 'annotate', note ?? '', bank, parts, (memory) => annotated(memory, note, tags));
}

/** What a remark and tags change in a memory. Throws `invalid_input` when its remarks are full. */
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
    throw new MnemeError('invalid_input', 'The memory has no room for another note.', {
      field: 'annotate.note',
      value: note,
      hint: `Its notes may have ${MAX_NOTES} characters together.`,
    });
  return {
    tags: [...new Set([...memory.tags, ...tags])],
    metadata: notes === undefined ? memory.metadata : { ...memory.metadata, [ANNOTATION]: notes },
  };
}

/** Changes a memory's importance. Throws `not_found`. */
export async function boost(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<RevisedMemory> {
  const { id, by, reason } = parseInput(BoostInput, raw, 'boost');
  return change(id, 'boost', reason, bank, parts, ({ importance }) => ({
    importance: Math.min(1, Math.max(0, importance + by)),
  }));
}

async function change(
  id: MemoryId,
  verb: Verb,
  reason: string,
  { name }: OpenBank,
  { store, clock, actor }: EngineParts,
  alter: (memory: Memory) => Partial<Memory>,
): Promise<RevisedMemory> {
  const receipt = await revise([id], name, { store, clock }, (memories) => ({
    ...EMPTY_CHANGE,
    bank: name,
    at: clock.now(),
    verb,
    actor,
    reason,
    memories: memories.flatMap((memory) => {
      const altered = { ...memory, ...alter(memory) };
      return JSON.stringify(altered) === JSON.stringify(memory)
        ? []
        : [{ ...altered, version: memory.version + 1 }];
    }),
  }));
  const [memory] = await store.get(name, [id]);
  if (memory === undefined)
    throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'id', value: id });
  return { ...receipt, memory };
}
