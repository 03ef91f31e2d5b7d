import { z } from 'zod';
import { withParts } from '../../bank/parts-of-text.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { withoutPastExpiry } from '../../domain/expiry.js';
import { ForgetChoice, forgetReason, type ParsedForgetChoice } from '../../domain/forgetting.js';
import { type Edge, EDGE_FAMILIES } from '../../domain/graph.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import { isUndone } from '../../domain/reversal.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';
import { retryOnConflict } from '../../domain/retry-on-conflict.js';
import { statedOnlyBy } from './replacement-edges.js';

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
export async function notesLeftBy(
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

export interface ForgetPorts {
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
export function forgetting(
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
