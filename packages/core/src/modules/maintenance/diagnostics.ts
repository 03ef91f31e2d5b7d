import { z } from 'zod';
import { banksWithin } from '../../bank/banks.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { deletedOf, parentBankOf, restorableUntil } from '../../bank/deleted-banks.js';
import { derive } from '../../bank/derive.js';
import { askModels, changedTexts } from '../../bank/health-checks.js';
import { pageOf, parsePageRequest } from '../../bank/pages.js';
import { Bank, Owner } from '../../domain/bank.js';
import { MnemeError } from '../../domain/errors.js';
import { EDGE_FAMILIES } from '../../domain/graph.js';
import { BankName, type MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { UNREAD } from '../../domain/reading.js';
import { everyPage, type Of, pageInput, pageOutput, type SchemaOf } from '../../domain/schema.js';
import { SelfTest } from '../../domain/self-test.js';
import { Instant } from '../../domain/time.js';
import { coversBank } from '../../domain/user-bank.js';
import { readOwner } from '../../indexes/owner-and-zone.js';
import { withoutPassages } from '../../indexes/put-into-index.js';
import { finishErasure } from '../privacy/index.js';
import { Problem, type Store } from '../../ports/store.js';
import { CacheStatistics } from '../../recall/recall-cache.js';
import { messageOf } from '../../spaces/dense-vectors.js';

/** Memories whose code only an earlier version analysed: they are found, but ranked less well. */
async function earlierCodes(
  banks: readonly Bank[],
  { store, code }: Pick<EngineParts, 'store' | 'code'>,
): Promise<Problem[]> {
  const idsOf = async (bank: BankName, encoder: string): Promise<MemoryId[]> => {
    const ids: MemoryId[] = [];
    for await (const page of store.codes(bank, code.name, encoder))
      for (const { memory } of page) ids.push(memory);
    return ids;
  };
  let count = 0;
  for (const { name } of banks) {
    const earlier = new Set(
      (await Promise.all(code.earlier.map((encoder) => idsOf(name, encoder)))).flat(),
    );
    if (earlier.size > 0) for (const id of await idsOf(name, code.id)) earlier.delete(id);
    count += earlier.size;
  }
  return count === 0
    ? []
    : [
        {
          what: `${count} memories hold code that an earlier version read.`,
          mend: 'Run `mneme doctor --rebuild`; until then they are ranked by what was read.',
        },
      ];
}

/** Records of modules that are not loaded: they are stored unchanged but not used. */
async function foreignRecords(
  banks: readonly Bank[],
  { store, modules }: Pick<EngineParts, 'store' | 'modules'>,
): Promise<Problem[]> {
  const loaded = new Set(modules.map(({ name }) => name));
  const notices: Problem[] = [];
  for (const { name } of banks) {
    const counts = new Map<string, number>();
    for (const { body, retractedAt } of await store.learned(name, { kinds: ['module'] }))
      if (retractedAt === null && !loaded.has(body.module))
        counts.set(body.module, (counts.get(body.module) ?? 0) + 1);
    for (const [module, count] of counts)
      notices.push({
        what: `The bank ${name} keeps ${count} ${count === 1 ? 'record' : 'records'} of the module ${module}, which is not loaded.`,
        mend: 'Open the memory with that module to use them; nothing of them is lost.',
      });
  }
  return notices;
}

/** The modules' findings on the banks. A failing module is reported; the others still run. */
async function findingsOfModules(
  banks: readonly Bank[],
  { store, modules }: Pick<EngineParts, 'store' | 'modules'>,
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const { name, checks } of modules) {
    if (checks === undefined) continue;
    for (const bank of banks) {
      try {
        found.push(...(await checks({ bank: bank.name, store })));
      } catch (error) {
        found.push({
          what: `The module ${name} could not check the bank ${bank.name}: ${messageOf(error)}`,
          mend: 'Nothing of the file is at fault by this; see the module.',
        });
      }
    }
  }
  return found;
}

const TEXTS_A_PAGE = 500;
const NAMED_AT_MOST = 5;

/** Texts on which a step of reading failed: they are stored and searchable, but lack that step's results. */
async function unreadTexts(
  banks: readonly Bank[],
  { store }: Pick<EngineParts, 'store'>,
): Promise<Problem[]> {
  const found: string[] = [];
  const counts = new Map<string, number>();
  for (const { name } of banks) {
    for await (const items of everyPage((after) =>
      store.find(
        name,
        { metadata: { name: UNREAD, test: 'exists', value: true } },
        TEXTS_A_PAGE,
        after,
      ),
    )) {
      for (const { id, metadata } of items) {
        found.push(id);
        for (const step of String(metadata[UNREAD]).split(', '))
          counts.set(step, (counts.get(step) ?? 0) + 1);
      }
    }
  }
  if (found.length === 0) return [];
  const steps = [...counts].map(([step, count]) => `${step} of ${count}`).join(', ');
  const named = `${found.slice(0, NAMED_AT_MOST).join(', ')}${found.length > NAMED_AT_MOST ? ' …' : ''}`;
  return [
    {
      what: `${found.length} ${found.length === 1 ? 'text was' : 'texts were'} kept without being read in full (${steps}): ${named}.`,
      mend: 'Nothing of them is lost. A version that reads them does so when they are forgotten and remembered again, or reworded with `mneme update`.',
    },
  ];
}

/** Long memories stored before passages existed: every opening of the bank analyses them again. */
async function earlierPassages(
  banks: readonly Bank[],
  { store }: Pick<EngineParts, 'store'>,
): Promise<Problem[]> {
  let count = 0;
  for (const { name, encoder } of banks) {
    for await (const rows of store.indexRows(name, 'semantic', encoder))
      count += (await withoutPassages(rows, (ids) => store.get(name, ids))).length;
  }
  return count === 0
    ? []
    : [
        {
          what: `${count} long memories were not read passage by passage.`,
          mend: 'Run `mneme doctor --rebuild`; until then every opening of the bank reads them anew, and their passages have no vectors.',
        },
      ];
}

const diagnosisShape = z.strictObject({
  healthy: z.boolean(),
  problems: z.array(Problem),
  /** Harmless but worth knowing. */
  notices: z.array(Problem),
  /** Descriptions of the repairs. */
  mended: z.array(z.string()),
  /** The implementation of each part. */
  parts: z.record(z.string(), z.string()),
  banks: z.array(Bank),
  /** Memories whose derived data were recomputed. */
  rebuilt: z.number(),
  /** How well the bank answers questions made of its own notes; null if not requested. */
  recall: SelfTest.nullable(),
});
export interface Diagnosis extends Of<typeof diagnosisShape> {}
export const Diagnosis: SchemaOf<Diagnosis, typeof diagnosisShape> = diagnosisShape;

interface DiagnoseOptions {
  readonly rebuild?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Maximum wait for other processes to finish an erasure, in milliseconds. */
const PATIENCE = 2_000;

/** Calls `onMended` if rows were repaired or removed, since cached data is outdated then. */
export async function diagnose(
  parts: EngineParts,
  options: DiagnoseOptions,
  onMended: () => void,
): Promise<Diagnosis> {
  const { store } = parts;
  const set = options.rebuild === true ? await store.mend() : [];
  const banks = await banksWithin(parts);
  const rebuilt = options.rebuild === true ? await rebuildAll(banks, parts, options.onProgress) : 0;
  if (set.length > 0) onMended();
  if (options.rebuild === true) await finishErasure(store, PATIENCE);
  const mended = options.rebuild === true ? [...set, ...(await parts.files.closeToOthers())] : [];
  const exposures = await parts.files.exposures();
  const damage = [...(await store.check()), ...(await changedTexts(banks, parts))];
  // Outdated data cannot be determined in a damaged file.
  const unlessDamaged = (error: unknown): Problem[] => {
    if (damage.length > 0 && MnemeError.is(error) && error.code === 'corrupt') return [];
    throw error;
  };
  const problems = [
    ...damage,
    ...told(exposures.filter(({ grave }) => grave)),
    ...(await earlierCodes(banks, parts).catch(unlessDamaged)),
  ];
  return {
    healthy: problems.length === 0,
    problems,
    notices: [
      ...told(exposures.filter(({ grave }) => !grave)),
      ...ofSlowDriver(parts),
      ...(await earlierPassages(banks, parts).catch(unlessDamaged)),
      ...(await unreadTexts(banks, parts).catch(unlessDamaged)),
      ...(await foreignRecords(banks, parts).catch(unlessDamaged)),
      ...(await findingsOfModules(banks, parts)),
    ],
    mended,
    parts: {
      ...parts.describe,
      ...(await askModels(parts)),
      reader: parts.reader?.id ?? 'none configured',
    },
    banks,
    rebuilt,
    recall: null,
  };
}

/** A notice if the store's driver is WebAssembly. */
const ofSlowDriver = ({ store }: EngineParts): Problem[] =>
  store.kind.includes('wasm')
    ? [
        {
          what: 'SQLite runs as WebAssembly here: one program keeps the file for the others, and writing takes longer.',
          mend: 'Use Node 22.5 or later, or `npm install better-sqlite3`.',
        },
      ]
    : [];

const told = (problems: readonly Problem[]): Problem[] =>
  problems.map(({ what, mend }) => ({ what, mend }));

/**
 * Recomputes words and vectors from the memories' texts, then the store's own indexes. Vectors of an embedding model
 * stay: they cost calls, and `reindex` makes missing ones.
 */
async function rebuildAll(
  banks: readonly Bank[],
  parts: EngineParts,
  onProgress: DiagnoseOptions['onProgress'],
): Promise<number> {
  const totals = await Promise.all(
    banks.map(async ({ name }) => (await parts.store.counts(name)).memories),
  );
  const total = totals.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const { name, encoder } of banks) {
    for await (const items of everyPage((after) =>
      parts.store.find(name, { includeRetracted: true }, PAGE, after),
    )) {
      const { embeddings, readings } = await derive(
        items.filter(({ quarantine }) => quarantine === null),
        encoder,
        parts,
      );
      await parts.store.putDerived(name, embeddings, readings);
      done += items.length;
      onProgress?.(done, Math.max(done, total));
    }
  }
  await parts.store.rebuild();
  return done;
}

const PAGE = 500;

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
