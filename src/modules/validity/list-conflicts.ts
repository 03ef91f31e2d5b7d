import { ConflictFilter, type Conflict } from '../../domain/conflict.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { BankState } from '../../indexes/bank-state.js';
import { scanBank, type ScanParts, type ScanReport } from './scan-bank.js';

/** A conflict with the words of both memories. */
export interface ListedConflict extends Conflict {
  readonly olderText: string;
  readonly newerText: string;
}

export interface ConflictPage {
  readonly conflicts: readonly ListedConflict[];
  /** Goes into the next call's `after`; null at the end. */
  readonly next: string | null;
  /** What a scan found; null without one. */
  readonly scan: ScanReport | null;
}

/** The bank whose conflicts are read. */
export interface ConflictBank {
  readonly name: BankName;
  readonly state: BankState;
  /** Lets a write run in turn with the bank's other writes. */
  readonly writes: { run<T>(work: () => Promise<T>): Promise<T> };
}

/** Conflicts of the bank, newest first. With `scan`, the whole bank is read for those that were not noticed yet. */
export async function listConflicts(
  raw: unknown,
  bank: ConflictBank,
  parts: ScanParts,
): Promise<ConflictPage> {
  const { status, verdict, memory, scan, limit, after } = parseInput(ConflictFilter, raw, 'filter');
  const report = scan ? await bank.writes.run(() => scanBank(bank, parts)) : null;
  const query = {
    ...(status === undefined ? {} : { status }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(memory === undefined ? {} : { memories: [memory] }),
  };
  const { items, next } = await parts.store.conflicts(bank.name, query, limit, after);
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
