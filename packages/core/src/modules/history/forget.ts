import { z } from 'zod';
import { type BankHandle, withReversal } from '../../bank/bank-handle.js';
import { withParts } from '../../bank/parts-of-text.js';
import { type Change, EMPTY_CHANGE, isUndone, type Reversible } from '../../domain/change.js';
import { MnemeError, retryOnConflict } from '../../domain/errors.js';
import {
  ForgetChoice,
  forgetReason,
  type ParsedForgetChoice,
} from '../../domain/forgetting-and-merging.js';
import { type Edge, EDGE_FAMILIES } from '../../domain/graph.js';
import { type BankName, MemoryId, type OfUser } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { withoutPastExpiry } from '../../domain/memory-times.js';
import type { Memory } from '../../domain/memory.js';
import { everyPage, flag, type Of, type SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import { splitBankName } from '../../domain/user-bank.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { statedOnlyBy } from './replacement.js';
import { ListFilter, storeFilter } from '../inspect/index.js';
import type { Filter, Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';

/** Memory ids. */
export const Ids = z
  .array(MemoryId)
  .min(1, 'name at least one memory')
  .max(10_000)
  .describe('The memories, as in m_01h5k0c2x9w7a.');

/** Above the number of links of a page of memories. */
const ALL_OF_PAGE = 100_000;
const PAGE = 500;

/** Notes whose source turns are all among these memories: they would repeat what is forgotten. */
async function notesLeftBy(
  ids: readonly MemoryId[],
  bank: BankName,
  store: Pick<Store, 'neighbours' | 'get'>,
): Promise<MemoryId[]> {
  const gone = new Set<string>(ids);
  const readOff = async (of: readonly MemoryId[]): Promise<(readonly [MemoryId, string])[]> => {
    const links: (readonly [MemoryId, string])[] = [];
    for (let at = 0; at < of.length; at += PAGE)
      for (const { role, from, to } of await store.neighbours(
        bank,
        of.slice(at, at + PAGE),
        EDGE_FAMILIES,
        ALL_OF_PAGE,
      ))
        if (role === 'derived_from') links.push([from as MemoryId, to]);
    return links;
  };
  const touched = (await readOff(ids)).filter(([, to]) => gone.has(to)).map(([from]) => from);
  const notes = (await store.get(bank, [...new Set(touched)]))
    .filter(({ note, id }) => note !== undefined && !gone.has(id))
    .map(({ id }) => id);
  if (notes.length === 0) return [];
  const kept = new Set(
    (await readOff(notes)).filter(([, to]) => !gone.has(to)).map(([from]) => from),
  );
  return notes.filter((id) => !kept.has(id));
}

interface ForgetPorts {
  readonly store: Store;
  readonly clock: Clock;
}

const forgetReceiptShape = z.strictObject({
  /** Memories whose state changed. */
  changed: z.array(MemoryId),
  /** Memories that already were in that state. */
  unchanged: z.array(MemoryId),
  /** Goals and learned records retracted with a user's whole memory; absent unless a filter was given. */
  others: z.exactOptional(z.number()),
  sequence: z.number(),
});
export interface ForgetReceipt extends Of<typeof forgetReceiptShape> {}
export const ForgetReceipt: SchemaOf<ForgetReceipt, typeof forgetReceiptShape> = forgetReceiptShape;

/**
 * Retracts memories with their edges in one change; recall no longer finds them, past states still contain them,
 * {@link restore} brings them back. The first part of a text split into several memories, whose id its receipt gives,
 * stands for all parts; notes that rest on nothing else are retracted, too. Throws `not_found` if any id is unknown;
 * then nothing changes.
 */
export async function forget(
  ids: readonly MemoryId[],
  raw: unknown,
  actor: string,
  bank: BankName,
  ports: ForgetPorts,
): Promise<ForgetReceipt> {
  const choice = parseInput(ForgetChoice, raw, 'forget');
  const at = ports.clock.now();
  const named = await withParts(ids, bank, ports.store);
  const all = [...named, ...(await notesLeftBy(named, bank, ports.store))];
  const kept = choice.cascade ? [] : await statedOnlyBy(all, bank, ports.store);
  return revise(all, bank, ports, (memories) =>
    forgetting(memories, choice, { bank, actor, at, kept }),
  );
}

/** The change that retracts memories; `kept` links stay, without evidence. */
function forgetting(
  memories: readonly Memory[],
  choice: Pick<ParsedForgetChoice, 'reason' | 'cause'>,
  {
    bank,
    actor,
    at,
    kept,
  }: {
    readonly bank: BankName;
    readonly actor: string;
    readonly at: Instant;
    readonly kept: readonly Edge[];
  },
): Change {
  const reason = forgetReason(choice);
  return {
    ...EMPTY_CHANGE,
    bank,
    at,
    verb: 'forget',
    actor,
    reason,
    memories: memories
      .filter((memory) => memory.retractedAt === null)
      .map((memory) => ({
        ...memory,
        retractedAt: at,
        retraction: reason,
        version: memory.version + 1,
      })),
    edges: kept.map((edge) => ({ ...edge, evidence: null })),
  };
}

/**
 * Reverts {@link forget}: the memories and their edges are restored. Throws `not_found` if any id is unknown,
 * `invalid_input` for quarantined ones or ones retracted by undo.
 */
export async function restore(
  ids: readonly MemoryId[],
  reason: string,
  bank: BankName,
  { actor, ...ports }: ForgetPorts & { readonly actor: string },
): Promise<ForgetReceipt> {
  return revise(await withParts(ids, bank, ports.store), bank, ports, (memories) => ({
    ...EMPTY_CHANGE,
    bank,
    at: ports.clock.now(),
    verb: 'restore',
    actor,
    reason,
    memories: restorable(memories)
      .filter((memory) => memory.retractedAt !== null)
      .map((memory) =>
        withoutPastExpiry(
          { ...memory, retractedAt: null, retraction: null, version: memory.version + 1 },
          ports.clock.now(),
        ),
      ),
  }));
}

/**
 * A quarantined memory can only be released by `quarantine --release`: it was never analysed. One retracted by undo
 * lost its links, which only undoing that undo restores.
 */
function restorable(memories: readonly Memory[]): readonly Memory[] {
  const undone = memories.find((memory) => memory.quarantine === null && isUndone(memory));
  if (undone !== undefined)
    throw new MnemeError(
      'invalid_input',
      `${undone.id} was not forgotten: the change that brought it was undone.`,
      {
        field: 'ids',
        value: undone.id,
        hint: 'Undo the undoing by its hash: `mneme log`, then `mneme undo`.',
      },
    );
  const held = memories.find(({ quarantine }) => quarantine !== null);
  if (held === undefined) return memories;
  throw new MnemeError('invalid_input', `${held.id} is held back, not forgotten.`, {
    field: 'ids',
    value: held.id,
    hint: 'Look at it, then `mneme quarantine --release` or `--reject`.',
  });
}

/** Reads, decides and commits; retries when another process committed first. */
async function revise(
  ids: readonly MemoryId[],
  bank: BankName,
  { store }: ForgetPorts,
  decide: (memories: readonly Memory[]) => Change,
): Promise<ForgetReceipt> {
  const asked = [...new Set(ids)];
  return retryOnConflict(async () => {
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const memories = await store.get(bank, asked);
    assertFound(asked, memories);
    const change = decide(memories);
    const changed = change.memories.map((memory) => memory.id);
    const revised = new Set(changed);
    const unchanged = asked.filter((id) => !revised.has(id));
    if (changed.length === 0) return { changed, unchanged, sequence };
    return {
      changed,
      unchanged,
      sequence: await store.commit(change, { expectedSequence: sequence }),
    };
  });
}

function assertFound(asked: readonly MemoryId[], memories: readonly Memory[]): void {
  const found = new Set(memories.map((memory) => memory.id));
  const missing = asked.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw new MnemeError(
    'not_found',
    `There is no memory ${missing[0]}${missing.length > 1 ? ` (nor ${missing.length - 1} more)` : ''}.`,
    {
      field: 'ids',
      value: missing[0],
      hint: 'List the ids with `mneme list`; nothing was changed.',
    },
  );
}

const { kinds, tags, metadata, speaker, session, agentId, runId, from, to } = ListFilter.shape;
const FILTER = { kinds, tags, metadata, speaker, session, agentId, runId, from, to };

/** Selects the memories to forget, by ids or by a filter, and gives the reason. */
export const ForgetInput = z.strictObject({
  ids: Ids.optional(),
  ...FILTER,
  ...ForgetChoice.shape,
  preview: flag('Only tell what a filter would forget.'),
});
export type ForgetInput = z.input<typeof ForgetInput> & OfUser;
/** Inputs that forget more than individually named memories. */
export const FORGET_BY_FILTER = [...Object.keys(FILTER), 'preview'];

/** Limit of one change: more would lock other programs out of the file for too long. */
const MAX_FORGOTTEN = 50_000;
const FILTER_PAGE = 500;

/**
 * Forgets memories by ids, or all that match a filter, in one change that one undo reverts. For a user's memory,
 * without either, everything, including goals and learned records. Throws `not_found` for an unknown id,
 * `invalid_input` without ids and filter for any other bank, with both, and for more than {@link MAX_FORGOTTEN}.
 */
export async function forgetWhat(
  raw: ForgetInput,
  handle: BankHandle,
): Promise<Reversible<ForgetReceipt>> {
  const [whose, { ids, ...asked }] = handle.asked(raw, raw.ids === undefined);
  whose.assertWritable();
  const input = parseInput(
    ForgetInput,
    { ...(await whose.cleaned(asked)), ...(ids === undefined ? {} : { ids }) },
    'forget',
  );
  return whose.writing(async (bank) => {
    await bank.uses.flush();
    const receipt = await forgetMeant(input, bank.name, whose.parts);
    const changed = !input.preview && receipt.changed.length + (receipt.others ?? 0) > 0;
    return withReversal(bank.name, receipt, changed);
  });
}

type Ports = ForgetPorts & { readonly actor: string };

async function forgetMeant(
  { ids, preview, reason, cause, cascade, ...filter }: z.output<typeof ForgetInput>,
  bank: BankName,
  ports: Ports,
): Promise<ForgetReceipt> {
  const why = { reason, cause, cascade };
  if (ids === undefined) return forgetAll(filter, { ...why, preview }, bank, ports);
  const also = preview
    ? 'preview'
    : Object.entries(filter).find(([, value]) => value !== undefined)?.[0];
  if (also !== undefined)
    throw new MnemeError(
      'invalid_input',
      `forget: memories are named, and ${also} is given, too.`,
      {
        field: `forget.${also}`,
        hint: 'Name the memories, or give a filter that means them.',
      },
    );
  return forget(ids, why, ports.actor, bank, ports);
}

async function forgetAll(
  asked: Omit<z.output<typeof ForgetInput>, 'ids' | 'preview' | keyof ParsedForgetChoice>,
  { reason, cause, preview }: Omit<ParsedForgetChoice, 'cascade'> & { readonly preview: boolean },
  bank: BankName,
  { actor, ...ports }: Ports,
): Promise<ForgetReceipt> {
  const whole = Object.values(asked).every((part) => part === undefined);
  if (whole && splitBankName(bank).userId === null) throw tooWide();
  const filter = storeFilter(asked, await bankOffset(bank, ports.store));
  return retryOnConflict(async () => {
    const sequence = (await ports.store.bank(bank))?.sequence ?? 0;
    const memories = await withTheirNotes(await allOf(bank, filter, ports.store), bank, ports);
    const change = {
      ...forgetting(memories, { reason, cause }, { bank, actor, at: ports.clock.now(), kept: [] }),
      ...(whole ? await besides(bank, ports) : {}),
    };
    const others = change.goals.length + change.learned.length;
    const told = { changed: change.memories.map(({ id }) => id), unchanged: [], others };
    if (preview || told.changed.length + others === 0) return { ...told, sequence };
    return {
      ...told,
      sequence: await ports.store.commit(
        { ...change, reason: forgetReason({ reason, cause }) },
        { expectedSequence: sequence },
      ),
    };
  });
}

function tooWide(): MnemeError {
  return new MnemeError('invalid_input', 'forget: name what is to go.', {
    field: 'forget.ids',
    hint: 'Ids, or a filter, such as session or tags, or the user whose whole memory it is (userId).',
  });
}

/** Adds the notes that rest on nothing else: they would repeat what is forgotten. */
async function withTheirNotes(
  memories: readonly Memory[],
  bank: BankName,
  { store }: ForgetPorts,
): Promise<readonly Memory[]> {
  const ids = memories.map(({ id }) => id);
  const left = await notesLeftBy(ids, bank, store);
  const notes = left.length === 0 ? [] : await store.get(bank, left);
  return [...memories, ...notes.filter(({ retractedAt }) => retractedAt === null)];
}

async function allOf(bank: BankName, filter: Filter, store: Store): Promise<readonly Memory[]> {
  const found: Memory[] = [];
  for await (const items of everyPage((after) => store.find(bank, filter, FILTER_PAGE, after))) {
    found.push(...items);
    if (found.length > MAX_FORGOTTEN)
      throw new MnemeError('invalid_input', `forget: more than ${MAX_FORGOTTEN} memories.`, {
        field: 'forget',
        hint: 'Narrow it, as by session, or by from and to, and call it several times.',
      });
  }
  return found;
}

/** A bank's goals and learned records, retracted. */
async function besides(
  bank: BankName,
  { store, clock }: ForgetPorts,
): Promise<Pick<Change, 'goals' | 'learned'>> {
  const at = clock.now();
  const standing = <Kept extends { readonly retractedAt: number | null }>(record: Kept): boolean =>
    record.retractedAt === null;
  const retracted = <Kept extends { readonly version: number }>(record: Kept): Kept => ({
    ...record,
    retractedAt: at,
    version: record.version + 1,
  });
  return {
    goals: (await store.goals(bank)).filter(standing).map(retracted),
    learned: (await store.learned(bank, {})).filter(standing).map(retracted),
  };
}
