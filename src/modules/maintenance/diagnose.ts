import { z } from 'zod';
import { Bank } from '../../domain/bank.js';
import { MnemeError } from '../../domain/errors.js';
import { Problem } from '../../ports/store-care.js';
import { changedTexts } from '../../bank/changed-texts.js';
import { banksWithin } from '../../bank/bank-there.js';
import { askModels } from '../../bank/ask-models.js';
import type { EngineParts } from '../../bank/core.js';
import { derive } from '../../bank/derive.js';
import { earlierCodes } from './earlier-codes.js';
import { findingsOfModules, foreignRecords } from './module-findings.js';
import { finishErasure } from '../privacy/index.js';
import { unreadTexts } from './unread-texts.js';
import { earlierPassages } from './earlier-passages.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const diagnosisShape = z.strictObject({
  healthy: z.boolean(),
  problems: z.array(Problem),
  /** Harmless but worth knowing. */
  notices: z.array(Problem),
  /** What was repaired, in words. */
  mended: z.array(z.string()),
  /** The implementation of each part. */
  parts: z.record(z.string(), z.string()),
  banks: z.array(Bank),
  /** Memories whose derived data were recomputed. */
  rebuilt: z.number(),
});
export interface Diagnosis extends Of<typeof diagnosisShape> {}
export const Diagnosis: SchemaOf<Diagnosis, typeof diagnosisShape> = diagnosisShape;

export interface DiagnoseOptions {
  readonly rebuild?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** How long to wait for other processes to finish an erasure, in milliseconds. */
const PATIENCE = 2_000;

/** `onMended` is called when rows were repaired or removed, since what was read before is outdated. */
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
  // Damaged data cannot be checked for what is outdated.
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
  };
}

/** The store reports its driver. */
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
 * Recomputes words and vectors from the memories' texts; then the store's own indexes from those. Vectors
 * of a learned model stay: they cost calls, and missing ones are made by `reindex`.
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
    for (let after: string | undefined; ;) {
      const page = await parts.store.find(name, { includeRetracted: true }, PAGE, after);
      const { embeddings, readings } = await derive(
        page.items.filter(({ quarantine }) => quarantine === null),
        encoder,
        parts,
      );
      await parts.store.putDerived(name, embeddings, readings);
      done += page.items.length;
      onProgress?.(done, Math.max(done, total));
      if (page.next === null) break;
      after = page.next;
    }
  }
  await parts.store.rebuild();
  return done;
}

const PAGE = 500;
