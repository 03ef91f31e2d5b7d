import { z } from 'zod';
import { logLine, LogLine } from './list-log.js';
import { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { LoggedChange } from '../../domain/reversal.js';
import type { Clock } from '../../ports/system.js';
import type { Store } from '../../ports/store.js';
import type { OpenBank } from '../../bank/core.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const lineageStepShape = z.strictObject({
  change: LogLine,
  /** Null if it did not exist after the change, for example when its creation was undone. */
  version: z.number().nullable(),
  /** The fields that the change altered, such as `confidence`; empty for the first version. */
  altered: z.array(z.string()),
});
/** One version of a memory, and the change that made it. */
export interface LineageStep extends Of<typeof lineageStepShape> {}
export const LineageStep: SchemaOf<LineageStep, typeof lineageStepShape> = lineageStepShape;

const lineageShape = z.strictObject({
  /** Oldest first. */
  steps: z.array(LineageStep),
  /** Its successors in order, up to the current one. */
  successors: z.array(MemoryId),
});
export interface Lineage extends Of<typeof lineageShape> {}
export const Lineage: SchemaOf<Lineage, typeof lineageShape> = lineageShape;

const MAX_SUCCESSORS = 50;
const PAGE = 500;
const COMPARED = [
  'confidence',
  'importance',
  'tags',
  'metadata',
  'provenance',
  'supersededBy',
  'occurredFrom',
  'occurredTo',
  'context',
  'retractedAt',
] as const satisfies readonly (keyof Memory)[];

/** The history of a memory: every change of it, from the journal. */
export async function lineageOf(
  memory: Memory,
  bank: Pick<OpenBank, 'name'>,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<Lineage> {
  const { id } = memory;
  const steps: LineageStep[] = [];
  let before: Memory | undefined;
  for (const change of await changesOf(id, bank, store)) {
    const [then] = await store.get(bank.name, [id], change.at);
    const altered =
      before === undefined || then === undefined
        ? []
        : COMPARED.filter(
            (field) => JSON.stringify(before?.[field]) !== JSON.stringify(then[field]),
          );
    steps.push({
      change: await logLine(change, bank.name, store, clock.now()),
      version: then?.version ?? null,
      altered,
    });
    before = then ?? before;
  }
  return { steps, successors: await successorsOf(memory, bank, store) };
}

/** Oldest first. */
async function changesOf(
  memory: MemoryId,
  { name }: Pick<OpenBank, 'name'>,
  store: Store,
): Promise<readonly LoggedChange[]> {
  const found: LoggedChange[] = [];
  for (let page: readonly LoggedChange[] = []; ;) {
    const last = page.at(-1);
    page = await store.journal(
      name,
      { memory, ...(last === undefined ? {} : { before: last.sequence }) },
      PAGE,
    );
    found.push(...page);
    if (page.length < PAGE) return found.reverse();
  }
}

async function successorsOf(
  memory: Memory,
  { name }: Pick<OpenBank, 'name'>,
  store: Store,
): Promise<MemoryId[]> {
  const found: MemoryId[] = [];
  for (
    let next = memory.supersededBy;
    next !== null && !found.includes(next) && found.length < MAX_SUCCESSORS;
  ) {
    found.push(next);
    next = (await store.get(name, [next]))[0]?.supersededBy ?? null;
  }
  return found;
}
