import { z } from 'zod';
import { ConflictFilter, Conflict } from '../../domain/conflict.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { BankState } from '../../indexes/bank-state.js';
import { scanBank, type ScanParts, ScanReport } from './scan-bank.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { pageOutput } from '../../domain/page.js';
import { startWalk, storePageOf } from '../../bank/pages.js';

const listedConflictShape = z.strictObject({
  ...Conflict.shape,
  olderText: z.string(),
  newerText: z.string(),
});
/** A conflict with the texts of both memories. */
export interface ListedConflict extends Of<typeof listedConflictShape> {}
export const ListedConflict: SchemaOf<ListedConflict, typeof listedConflictShape> =
  listedConflictShape;

const conflictPageShape = z.strictObject({
  conflicts: z.array(ListedConflict),
  ...pageOutput,
  /** The result of a scan; null without one. */
  scan: ScanReport.nullable(),
});
export interface ConflictPage extends Of<typeof conflictPageShape> {}
export const ConflictPage: SchemaOf<ConflictPage, typeof conflictPageShape> = conflictPageShape;

/** The bank whose conflicts are read. */
export interface ConflictBank {
  readonly name: BankName;
  readonly state: BankState;
  /** Queues a write with the bank's other writes. */
  readonly writes: { run<T>(work: () => Promise<T>): Promise<T> };
}

/** Conflicts of the bank, newest first. With `scan`, the whole bank is searched for unnoticed ones. */
export async function listConflicts(
  raw: unknown,
  bank: ConflictBank,
  parts: ScanParts,
): Promise<ConflictPage> {
  const { scan, ...asked } = parseInput(ConflictFilter, raw, 'filter');
  const { status, verdict, memory, limit } = asked;
  const walk = startWalk('conflicts', bank.name, asked);
  const report = scan ? await bank.writes.run(() => scanBank(bank, parts)) : null;
  const query = {
    ...(status === undefined ? {} : { status }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(memory === undefined ? {} : { memories: [memory] }),
  };
  const { items, next } = await storePageOf(walk, (from) =>
    parts.store.conflicts(bank.name, query, limit, from),
  );
  const texts = await textsOf(items, bank, parts);
  return {
    conflicts: items.map((conflict) => ({
      ...conflict,
      olderText: texts.get(conflict.older) ?? '',
      newerText: texts.get(conflict.newer) ?? '',
    })),
    next,
    scan: report,
  };
}

export async function textsOf(
  conflicts: readonly Conflict[],
  { name }: Pick<ConflictBank, 'name'>,
  { store }: Pick<ScanParts, 'store'>,
): Promise<ReadonlyMap<MemoryId, string>> {
  const memories = await store.get(name, [
    ...new Set(conflicts.flatMap(({ older, newer }) => [older, newer])),
  ]);
  return new Map(memories.map(({ id, content }) => [id, content]));
}
