import { z } from 'zod';
import { Bank } from '../../domain/bank.js';
import { MnemeError } from '../../domain/errors.js';
import { Instant } from '../../domain/time.js';
import { Owner } from '../../domain/owner.js';
import { readOwner } from '../../indexes/read-owner.js';
import type { Store } from '../../ports/store.js';
import { CacheStatistics } from '../../recall/recall-cache.js';
import { banksWithin } from '../../bank/bank-there.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const statisticsShape = z.strictObject({
  memories: z.number(),
  retracted: z.number(),
  entities: z.number(),
  contexts: z.number(),
  sessions: z.number(),
  edges: z.record(z.enum(EDGE_FAMILIES), z.number()),
  changes: z.number(),
  /** Bytes of the whole file, all banks. */
  bytes: z.number(),
  bank: Bank,
  /** Mean bytes of the file per current memory, including all banks' share. */
  bytesPerMemory: z.number(),
  cache: CacheStatistics,
  /** Whose memory it is, and whether that was set explicitly; null if unknown. */
  owner: Owner.nullable(),
});
export interface Statistics extends Of<typeof statisticsShape> {}
export const Statistics: SchemaOf<Statistics, typeof statisticsShape> = statisticsShape;

const bankContentsShape = z.strictObject({
  ...Bank.shape,
  memories: z.number(),
  retracted: z.number(),
  entities: z.number(),
  changes: z.number(),
  /** Time of the last change; null if there was none. */
  changedAt: Instant.nullable(),
});
/** A bank of the file, and how much it holds. */
export interface BankContents extends Of<typeof bankContentsShape> {}
export const BankContents: SchemaOf<BankContents, typeof bankContentsShape> = bankContentsShape;

const fileContentsShape = z.strictObject({
  banks: z.array(BankContents),
  file: z.string(),
  /** Of the whole file. */
  bytes: z.number(),
});
export interface FileContents extends Of<typeof fileContentsShape> {}
export const FileContents: SchemaOf<FileContents, typeof fileContentsShape> = fileContentsShape;

/** Every bank of a file with how much it holds and its settings. */
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
