import { z } from 'zod';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { MnemeError } from '../../domain/errors.js';
import { requestedExpiry, expiryOf, withExpiry } from '../../domain/memory-times.js';
import { audienceOf } from '../../domain/audience.js';
import { MemoryId, RESERVED_TAGS, scopeOf } from '../../domain/ids.js';
import { endsOnce, parseInput, RememberInput, TWO_ENDS } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import { Receipt } from '../../domain/receipt.js';
import { isReflected } from '../../domain/reflection.js';
import { type Of, type SchemaOf, numberWithin } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import { type BankHandle, withReversal } from '../../bank/bank-handle.js';
import type { FlowParts, OpenBank } from '../../bank/core.js';
import { revise, reviseAndRemember } from '../../bank/learned/revise.js';
import type { Reversible } from '../../domain/change.js';
import { withParts } from '../../bank/parts-of-text.js';
import { AddedTags, annotated, inWords, Remark, type FieldChanges } from './annotate.js';
import { inPlaceOf, noteLinksOf, structureFor } from './replacement.js';

/** What a caller may set; imported metadata may hold more. */
const ToldMetadata = RememberInput.shape.metadata;

const updateShape = z.strictObject({
  id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
  content: RememberInput.shape.content
    .optional()
    .describe(
      'What it should say; whole, not only what changes. Left out, its words stay as they are.',
    ),
  reason: z.string().trim().max(500).default('').describe('Why, for the record.'),
  kind: RememberInput.shape.kind.describe('Default: as it was.'),
  tags: RememberInput.shape.tags.describe('In the place of its tags. Default: as they were.'),
  metadata: RememberInput.shape.metadata.describe(
    'In the place of its metadata. Default: as it was.',
  ),
  addTags: AddedTags.optional(),
  remark: Remark.optional(),
  boost: numberWithin(-1, 1)
    .optional()
    .describe('What is added to its importance, -1 to 1; it stays within 0 and 1.'),
  note: RememberInput.shape.note.describe(
    'In the place of its structure, if it is a note; its links stay. Default: as it was.',
  ),
  saidAt: RememberInput.shape.saidAt.describe(
    'When the new words were said. Default: now; of a note, as it was.',
  ),
  source: RememberInput.shape.source,
  expiresAt: RememberInput.shape.expiresAt.describe(
    'From when on it is found no more; never for one that is to stay. Default: as it was.',
  ),
  ttl: RememberInput.shape.ttl,
});
/** Fields that only apply together with new words. */
const WITH_WORDS = ['kind', 'note', 'saidAt', 'source'] as const;
export const UpdateInput = updateShape
  .refine(endsOnce, TWO_ENDS)
  .refine(
    ({ content, id: _id, reason: _reason, ...more }) => content !== undefined || stands(more),
    {
      message:
        'is missing: say what the memory should say, or change what is kept beside it (tags, addTags, metadata, remark, boost, expiresAt, ttl)',
      path: ['content'],
    },
  );
export type UpdateInput = z.input<typeof UpdateInput>;

const updateReceiptShape = z.strictObject({
  ...Receipt.shape,
  /** The memory it replaced, now retracted; `show` still reports it. Null if only other fields changed. */
  replaced: MemoryId.nullable(),
});
export interface UpdateReceipt extends Of<typeof updateReceiptShape> {}
export const UpdateReceipt: SchemaOf<UpdateReceipt, typeof updateReceiptShape> = updateReceiptShape;

/**
 * Replaces the text of a memory in one change: the new text is analysed as if remembered, and the old memory is
 * retracted, naming the new one. Without a text, tags, metadata, remarks, importance and expiry change in a new
 * version. Speaker, session, importance and metadata stay. Throws `not_found`, `invalid_input` for a retracted
 * memory, a reflection, one with pictures, or if the new text would not be stored.
 */
export async function update(
  raw: UpdateInput,
  handle: BankHandle,
): Promise<Reversible<UpdateReceipt>> {
  const { content, ...input } = parseInput(UpdateInput, raw, 'update');
  const { reason, remark, addTags, tags, metadata } = input;
  const cleaned = {
    ...input,
    ...(await handle.cleaned({ reason, remark, addTags, tags, metadata })),
  };
  return handle.telling(async (bank, parts) => {
    const receipt =
      content === undefined
        ? await alter(cleaned, bank, parts)
        : await replace({ ...cleaned, content }, bank, parts);
    return withReversal(bank.name, receipt, content !== undefined || receipt.outcome !== 'known');
  });
}

function stands(more: Readonly<Record<string, unknown>>): boolean {
  return (
    WITH_WORDS.every((field) => more[field] === undefined) &&
    Object.values(more).some((value) => value !== undefined)
  );
}

/** Writes a new version with the same text if any other field changes. */
async function alter(
  { id, reason, expiresAt, ttl, ...beside }: Parsed,
  bank: OpenBank,
  parts: FlowParts,
): Promise<UpdateReceipt> {
  const offset = await bankOffset(bank.name, parts.store);
  return revise(bank.name, parts, async (at) => {
    const memories = await currentParts(id, bank, parts, assertStanding);
    const end = requestedExpiry({ expiresAt, ttl }, at, 'update', offset);
    const next = memories.map((each) => altered(each, beside, end));
    const changed = next.filter(
      (each, at) => JSON.stringify(each) !== JSON.stringify(memories[at]),
    );
    return {
      put: { memories: changed.map((each) => ({ ...each, version: each.version + 1 })) },
      verb: 'update',
      reason,
      answer: (sequence) => ({
        outcome: changed.length > 0 ? 'reinforced' : 'known',
        id,
        sequence,
        entities: [],
        dates: [],
        context: null,
        edges: 0,
        worth: null,
        redacted: {},
        notes: next[0] === undefined ? [] : inWords(next[0], beside, end),
        replaced: null,
      }),
    };
  });
}

/** Applies an update's changes other than the text; the engine's own tags and metadata stay. */
function altered(
  memory: Memory,
  { tags, addTags = [], metadata, remark, boost = 0 }: FieldChanges,
  end: Instant | null | undefined,
): Memory {
  const own = (name: string): boolean => name.startsWith(RESERVED_TAGS);
  const kept = Object.entries(memory.metadata).filter(([name]) => own(name));
  const placed = {
    ...memory,
    tags: tags === undefined ? memory.tags : [...memory.tags.filter(own), ...tags],
    metadata:
      metadata === undefined ? memory.metadata : { ...Object.fromEntries(kept), ...metadata },
  };
  const noted = annotated(placed, remark, addTags);
  return {
    ...memory,
    ...noted,
    tags: end === undefined ? noted.tags : [...withExpiry(noted.tags, end)],
    importance: Math.min(1, Math.max(0, memory.importance + boost)),
  };
}

type Parsed = Omit<z.output<typeof UpdateInput>, 'content'>;

async function replace(
  {
    id,
    content,
    reason,
    ttl,
    expiresAt,
    note,
    tags,
    addTags,
    metadata,
    remark,
    boost,
    ...chosen
  }: Parsed & { readonly content: string },
  bank: OpenBank,
  parts: FlowParts,
): Promise<UpdateReceipt> {
  const offset = await bankOffset(bank.name, parts.store);
  return reviseAndRemember(bank, parts, async (at) => {
    const [memory, ...more] = await currentParts(id, bank, parts, assertUpdatable);
    const by = parts.newId('m') as MemoryId;
    const structure = structureFor(memory, content, note);
    const links =
      structure.note === undefined ? [] : await noteLinksOf(id, by, bank.name, parts.store);
    return {
      put: {
        memories: [memory, ...more].map((each) => ({
          ...each,
          retractedAt: at,
          retraction: reason === '' ? `updated by ${by}` : reason,
          supersededBy: by,
          version: each.version + 1,
        })),
        edges: [...[memory, ...more].map((each) => inPlaceOf(by, each.id, 'update')), ...links],
      },
      founding: by,
      verb: 'update',
      reason,
      tell: [
        {
          ...inherited(
            altered(memory, { tags, addTags, metadata, remark, boost }, undefined),
            requestedExpiry({ expiresAt, ttl }, at, 'update', offset),
          ),
          ...structure,
          content,
          ...chosen,
        },
      ],
      answer: (sequence, [receipt]) => ({ ...(receipt as Receipt), sequence, replaced: id }),
    };
  });
}

/** The memory and, if it is the first part of a long text, the other current parts: an update applies to them all. */
async function currentParts(
  id: MemoryId,
  bank: OpenBank,
  { store }: FlowParts,
  checked: (id: MemoryId, found: Memory | undefined) => Memory,
): Promise<readonly [Memory, ...Memory[]]> {
  const memories = await store.get(bank.name, [...(await withParts([id], bank.name, store))]);
  const memory = checked(
    id,
    memories.find((each) => each.id === id),
  );
  return [memory, ...memories.filter((each) => each.id !== id && each.retractedAt === null)];
}

function assertUpdatable(id: MemoryId, found: Memory | undefined): Memory {
  const memory = assertStanding(id, found);
  if (isReflected(memory))
    throw refusal(
      id,
      `${id} was written by reflection, which would write it anew.`,
      'Update the memories it rests on: `mneme show` lists them.',
    );
  if (memory.images.length > 0)
    throw refusal(
      id,
      `${id} has pictures, which would be lost.`,
      'Annotate it, or remember the new words with the pictures and forget it.',
    );
  return memory;
}

const refusal = (
  id: MemoryId,
  message: string,
  hint: string,
  code: 'invalid_input' | 'not_found' = 'invalid_input',
): MnemeError => new MnemeError(code, message, { field: 'update.id', value: id, hint });

function assertStanding(id: MemoryId, memory: Memory | undefined): Memory {
  if (memory === undefined)
    throw refusal(id, `There is no memory ${id}.`, 'List the ids with `mneme list`.', 'not_found');
  if (memory.quarantine !== null && memory.retractedAt !== null)
    throw refusal(id, `${id} is held back.`, 'Look at it, then `mneme quarantine --release`.');
  if (memory.retractedAt !== null)
    throw refusal(
      id,
      `${id} is taken back.`,
      memory.supersededBy === null
        ? `Bring it back first: mneme undo ${id}.`
        : `Update what took its place: ${memory.supersededBy}.`,
    );
  return memory;
}

/** Metadata of a part's position in a long text; the new text stands alone. */
const PLACE_IN_TEXT: ReadonlySet<string> = new Set(['part', 'parts']);

/** The fields that the new memory inherits. */
function inherited(
  {
    kind,
    speaker,
    session,
    importance,
    tags,
    metadata,
    provenance,
    note,
    saidAt,
    confidence,
  }: Memory,
  end: Instant | null | undefined,
): Omit<RememberInput, 'content'> {
  const [first] = provenance;
  const expiresAt = end === undefined ? expiryOf(tags) : end;
  const isPart = typeof metadata['part'] === 'number' && typeof metadata['parts'] === 'number';
  return {
    kind,
    importance,
    tags: tags.filter((tag) => !tag.startsWith(RESERVED_TAGS)),
    ...scopeOf(tags),
    ...audienceOf(tags),
    ...(expiresAt === null ? {} : { expiresAt }),
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(
        ([name, value]) =>
          !name.startsWith(RESERVED_TAGS) &&
          !(isPart && PLACE_IN_TEXT.has(name)) &&
          ToldMetadata.safeParse({ [name]: value }).success,
      ),
    ),
    ...(speaker === null ? {} : { speaker }),
    ...(session === null ? {} : { session }),
    ...(first === undefined ? {} : { source: first.source }),
    // A note keeps the time and confidence of the turns it was read from.
    ...(note === undefined ? {} : { saidAt, confidence }),
  };
}
