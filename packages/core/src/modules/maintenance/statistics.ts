import { z } from 'zod';
import { Bank, Owner } from '../../domain/bank.js';
import { BankName } from '../../domain/ids.js';
import { coversBank } from '../../domain/user-bank.js';
import { MnemeError } from '../../domain/errors.js';
import { Instant } from '../../domain/time.js';
import { readOwner } from '../../indexes/owner-and-zone.js';
import type { Store } from '../../ports/store.js';
import { CacheStatistics } from '../../recall/recall-cache.js';
import { banksWithin } from '../../bank/bank-there.js';
import { deletedOf, parentBankOf, restorableUntil } from '../../bank/deleted-banks.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, parsePageRequest } from '../../bank/pages.js';
import { parseInput } from '../../domain/parse-input.js';

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
  /** The bank's owner, and whether that was set explicitly; null if unknown. */
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
/** A bank of the file, with its contents in figures. */
export interface BankContents extends Of<typeof bankContentsShape> {}
export const BankContents: SchemaOf<BankContents, typeof bankContentsShape> = bankContentsShape;

export const BankFilter = z.strictObject({
  of: BankName.optional().describe('Only this bank and those of its users.'),
  ...pageInput('Banks a page.', 100, 500),
});
export type BankFilter = z.input<typeof BankFilter>;

const fileContentsShape = z.strictObject({
  /** One page, by name. */
  banks: z.array(BankContents),
  /** Number of all matching banks. */
  total: z.number(),
  ...pageOutput,
  /** Deleted banks that can still be restored, and until when. */
  deleted: z.array(
    z.strictObject({ name: BankName, deletedAt: Instant, restorableUntil: Instant }),
  ),
  file: z.string(),
  /** Size of the whole file. */
  bytes: z.number(),
});
export interface FileContents extends Of<typeof fileContentsShape> {}
export const FileContents: SchemaOf<FileContents, typeof fileContentsShape> = fileContentsShape;

/** The banks of a file with their sizes and settings. */
export async function readFileContents(
  raw: unknown,
  parts: Pick<EngineParts, 'store' | 'describe' | 'within'>,
): Promise<FileContents> {
  const { store, describe, within } = parts;
  const asked = parseInput(BankFilter, raw, 'filter');
  // The cursor covers the whole file, so it belongs to no bank.
  const walk = parsePageRequest('banks', '', asked);
  const banks = (await banksWithin(parts)).filter(
    ({ name }) => asked.of === undefined || coversBank([asked.of], name),
  );
  const { page, next } = pageOf(banks, walk, ({ name }) => [name]);
  const found = await Promise.all(
    page.map(async (bank) => {
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
    total: banks.length,
    next,
    deleted: deletedOf(await store.banks())
      .filter(({ name }) => parentBankOf(name) === name && coversBank(within, name))
      .map(({ name, settings: { deletedAt } }) => ({
        name,
        deletedAt: deletedAt ?? 0,
        restorableUntil: restorableUntil(deletedAt ?? 0),
      })),
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
