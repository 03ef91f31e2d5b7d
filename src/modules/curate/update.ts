import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { RememberInput } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { Receipt } from '../../domain/receipt.js';
import { isReflected } from '../../domain/reflection.js';
import { RESERVED_TAGS } from '../../domain/reserved-tags.js';
import { scopeOf } from '../../domain/scope.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import type { FlowParts, OpenBank } from '../../bank/core.js';
import { reviseAndTell } from '../../bank/learned/revise.js';
import { withReversal } from '../../bank/reversal-hash.js';
import type { Reversible } from '../../domain/reversal.js';
import { inPlaceOf } from './in-place-of.js';

/** What a caller may give; an import may have brought more. */
const ToldMetadata = RememberInput.shape.metadata;

export const UpdateInput = z.strictObject({
  id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.'),
  content: RememberInput.shape.content.describe(
    'What it should say; whole, not only what changes.',
  ),
  reason: z
    .string()
    .trim()
    .max(500, 'at most 500 characters')
    .default('')
    .describe('Why, for the record.'),
  kind: RememberInput.shape.kind.describe('Default: as it was.'),
  tags: RememberInput.shape.tags.describe('In the place of its tags. Default: as they were.'),
  metadata: RememberInput.shape.metadata.describe(
    'In the place of its metadata. Default: as it was.',
  ),
  saidAt: RememberInput.shape.saidAt.describe('When the new words were said. Default: now.'),
  source: RememberInput.shape.source,
});
export type UpdateInput = z.input<typeof UpdateInput>;

const updateReceiptShape = z.strictObject({
  ...Receipt.shape,
  /** The memory it replaced; it is retracted, and `show` and `lineage` still report it. */
  replaced: MemoryId,
});
export interface UpdateReceipt extends Of<typeof updateReceiptShape> {}
export const UpdateReceipt: SchemaOf<UpdateReceipt, typeof updateReceiptShape> = updateReceiptShape;

/**
 * Replaces the text of a memory, in one change: it is analysed as if remembered, and the old memory is
 * retracted, naming the new one. Speaker, session, importance and metadata stay. Throws `not_found`,
 * `invalid_input` for a retracted memory, a reflection, one with pictures, or if the new text would not be
 * stored.
 */
export async function update(
  raw: UpdateInput,
  handle: BankHandle,
): Promise<Reversible<UpdateReceipt>> {
  const { reason, ...input } = parseInput(UpdateInput, raw, 'update');
  const cleaned = { ...input, reason: await handle.cleaned(reason) };
  return handle.telling(async (bank, parts) =>
    withReversal(bank.name, await replace(cleaned, bank, parts), true),
  );
}

async function replace(
  { id, content, reason, ...chosen }: z.output<typeof UpdateInput>,
  bank: OpenBank,
  parts: FlowParts,
): Promise<UpdateReceipt> {
  return reviseAndTell(bank, parts, async (at) => {
    const [old] = await parts.store.get(bank.name, [id]);
    const memory = assertUpdatable(id, old);
    const by = parts.newId('m') as MemoryId;
    return {
      put: {
        memories: [
          {
            ...memory,
            retractedAt: at,
            retraction: reason === '' ? `updated by ${by}` : reason,
            supersededBy: by,
            version: memory.version + 1,
          },
        ],
        edges: [inPlaceOf(by, id, 'update')],
      },
      founding: by,
      verb: 'update',
      reason,
      tell: [{ ...inherited(memory), content, ...chosen }],
      answer: (sequence, [receipt]) => ({ ...(receipt as Receipt), sequence, replaced: id }),
    };
  });
}

function assertUpdatable(id: MemoryId, memory: Memory | undefined): Memory {
  const refuse = (message: string, hint: string): MnemeError =>
    new MnemeError(memory === undefined ? 'not_found' : 'invalid_input', message, {
      field: 'update.id',
      value: id,
      hint,
    });
  if (memory === undefined)
    throw refuse(`There is no memory ${id}.`, 'List the ids with `mneme list`.');
  if (memory.quarantine !== null && memory.retractedAt !== null)
    throw refuse(`${id} is held back.`, 'Look at it, then `mneme quarantine release`.');
  if (memory.retractedAt !== null)
    throw refuse(
      `${id} is taken back.`,
      memory.supersededBy === null
        ? `Restore it first: mneme restore ${id}.`
        : `Update what took its place: ${memory.supersededBy}.`,
    );
  if (isReflected(memory))
    throw refuse(
      `${id} was written by reflection, which would write it anew.`,
      'Update the memories it rests on: `mneme show` lists them.',
    );
  if (memory.images.length > 0)
    throw refuse(
      `${id} has pictures, which would be lost.`,
      'Annotate it, or remember the new words with the pictures and forget it.',
    );
  return memory;
}

/** What the new memory keeps of the old one. */
function inherited({
  kind,
  speaker,
  session,
  importance,
  tags,
  metadata,
  provenance,
}: Memory): Omit<RememberInput, 'content'> {
  const [first] = provenance;
  return {
    kind,
    importance,
    tags: tags.filter((tag) => !tag.startsWith(RESERVED_TAGS)),
    ...scopeOf(tags),
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(
        ([name, value]) =>
          !name.startsWith(RESERVED_TAGS) && ToldMetadata.safeParse({ [name]: value }).success,
      ),
    ),
    ...(speaker === null ? {} : { speaker }),
    ...(session === null ? {} : { session }),
    ...(first === undefined ? {} : { source: first.source }),
  };
}
