import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { Instant } from '../domain/time.js';
import type { Owner } from '../domain/owner.js';
import { readOwner } from '../indexes/read-owner.js';
import type { Store } from '../ports/store.js';
import type { StoreCounts } from '../ports/store-care.js';
import type { CacheStatistics } from '../recall/recall-cache.js';
import { banksWithin } from './bank-there.js';
import type { EngineParts, OpenBank } from './core.js';

export interface Statistics extends StoreCounts {
  readonly bank: Bank;
  /** Mean bytes of the file a standing memory, all banks' share included. */
  readonly bytesPerMemory: number;
  readonly cache: CacheStatistics;
  /** Whose memory it is, and whether somebody said so; null where nobody knows. */
  readonly owner: Owner | null;
}

/** A bank of the file, and how much it holds. */
export interface BankContents
  extends Bank, Pick<StoreCounts, 'memories' | 'retracted' | 'entities' | 'changes'> {
  /** When it was changed last; null where it never was. */
  readonly changedAt: Instant | null;
}

export interface FileContents {
  readonly banks: readonly BankContents[];
  readonly file: string;
  /** Of the whole file. */
  readonly bytes: number;
}

/** Every bank of a file with how much it holds and how it is set. */
export async function readFileContents(
  parts: Pick<EngineParts, 'store' | 'describe' | 'within'>,
): Promise<FileContents> {
  const { store, describe } = parts;
  const found = await Promise.all(
    (await banksWithin(parts)).map(async (bank) => {
      const { memories, retracted, entities, changes, bytes } = await store.counts(bank.name);
      const [last] = await store.journal(bank.name, {}, 1);
      return {
        bytes,
        contents: { ...bank, memories, retracted, entities, changes, changedAt: last?.at ?? null },
      };
    }),
  );
  return {
    banks: found.map(({ contents }) => contents),
    file: describe['file'] ?? '',
    bytes: Math.max(0, ...found.map(({ bytes }) => bytes)),
  };
}

export async function readStatistics(
  bank: OpenBank,
  { store }: { readonly store: Store },
): Promise<Statistics> {
  const found = await store.bank(bank.name);
  if (found === null)
    throw new MnemeError('not_found', `There is no bank named ${bank.name}.`, {
      field: 'bank',
      value: bank.name,
    });
  const counts = await store.counts(bank.name);
  return {
    ...counts,
    bank: found,
    bytesPerMemory: counts.memories === 0 ? 0 : Math.round(counts.bytes / counts.memories),
    cache: bank.recall.cache.statistics(),
    owner: await readOwner(bank.name, store),
  };
}
