import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import type { BankName } from '../../domain/ids.js';
import { lastIn, startIn } from '../../domain/occurrence.js';
import { BoundInput } from '../../domain/input.js';
import { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { Instant } from '../../domain/time.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import type { Store } from '../../ports/store.js';
import { type Of, OwnText, type SchemaOf } from '../../domain/schema.js';
import { OldCursor, pageInput } from '../../domain/page.js';
import { parsePageRequest, storePageOf } from '../../bank/pages.js';

export const DiffInput = z.strictObject({
  from: BoundInput.describe('The earlier moment; a day is its beginning.'),
  to: BoundInput.describe('The later moment; a day is its end.'),
  ...pageInput('Memories looked at for a page.', 50, 500),
  after: OldCursor,
});
export type DiffInput = z.input<typeof DiffInput>;

const changedMemoryShape = z.strictObject({
  before: Memory,
  after: Memory,
  /** The fields that differ, except the version. */
  fields: z.array(z.string()),
});
export interface ChangedMemory extends Of<typeof changedMemoryShape> {}
export const ChangedMemory: SchemaOf<ChangedMemory, typeof changedMemoryShape> = changedMemoryShape;

const bankDiffShape = z.strictObject({
  from: Instant,
  to: Instant,
  /** Valid at the later moment, not at the earlier. */
  put: z.array(Memory),
  changed: z.array(ChangedMemory),
  /** Valid at the earlier moment, not at the later; in their earlier state. */
  retracted: z.array(Memory),
  /**
   * Pass it as the next call's `cursor`; null at the end. A page may contain fewer memories than were examined: some
   * existed only in between.
   */
  next: OwnText.nullable(),
});
export interface BankDiff extends Of<typeof bankDiffShape> {}
export const BankDiff: SchemaOf<BankDiff, typeof bankDiffShape> = bankDiffShape;

/** The difference between what a bank held at two moments. Throws `invalid_input` if the moments are not in order. */
export async function diffBank(raw: unknown, bank: BankName, store: Store): Promise<BankDiff> {
  const asked = parseInput(DiffInput, raw, 'diff');
  const offset = await bankOffset(bank, store);
  const { limit } = asked;
  const [from, to] = [startIn(asked.from, offset), lastIn(asked.to, offset)];
  if (from > to)
    throw new MnemeError('invalid_input', 'diff.to: the second moment lies before the first.', {
      field: 'diff.to',
      value: to,
      hint: 'Give the earlier moment first.',
    });
  const { items, next } = await storePageOf(parsePageRequest('diff', bank, asked), (behind) =>
    store.touchedMemories(bank, from, to, limit, behind),
  );
  const stood = async (at: Instant): Promise<readonly Memory[]> =>
    (await store.get(bank, items, at)).filter(({ retractedAt }) => retractedAt === null);
  const [before, now] = await Promise.all([stood(from), stood(to)]);
  const earlier = new Map(before.map((memory) => [memory.id, memory]));
  const later = new Map(now.map((memory) => [memory.id, memory]));
  return {
    from,
    to,
    put: now.filter(({ id }) => !earlier.has(id)),
    changed: now.flatMap((memory) => changedFrom(earlier.get(memory.id), memory)),
    retracted: before.filter(({ id }) => !later.has(id)),
    next,
  };
}

function changedFrom(before: Memory | undefined, after: Memory): ChangedMemory[] {
  if (before === undefined) return [];
  const fields = (Object.keys(after) as (keyof Memory)[]).filter(
    (field) => field !== 'version' && !isDeepStrictEqual(before[field], after[field]),
  );
  return fields.length === 0 ? [] : [{ before, after, fields }];
}
