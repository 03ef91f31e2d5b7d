import { EMPTY_CHANGE, type Change } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { isUndone } from '../domain/reversal.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';

export interface ForgetPorts {
  readonly store: Store;
  readonly clock: Clock;
}

export interface ForgetReceipt {
  /** Memories whose state changed. */
  readonly changed: readonly MemoryId[];
  /** Memories that were in that state already. */
  readonly unchanged: readonly MemoryId[];
  readonly sequence: number;
}

/**
 * Capability U16, soft: the memories are taken back, with their edges, in one change; recall no longer finds them, the
 * past still holds them, {@link restore} brings them back. Throws `not_found` when any id is unknown; then nothing changes.
 */
export function forget(ids: readonly MemoryId[], reason: string, actor: string, bank: BankName, ports: ForgetPorts): Promise<ForgetReceipt> {
  const at = ports.clock.now();
  return revise(ids, bank, ports, (memories) => ({
    ...EMPTY_CHANGE,
    bank,
    at,
    verb: 'forget',
    actor,
    reason,
    memories: memories
      .filter((memory) => memory.retractedAt === null)
      .map((memory) => ({ ...memory, retractedAt: at, retraction: reason, version: memory.version + 1 })),
  }));
}

/** Undoes {@link forget}: the memories and their edges are there again. Throws `not_found` when any id is unknown, `invalid_input` for what is held back or was undone. */
export function restore(ids: readonly MemoryId[], actor: string, bank: BankName, ports: ForgetPorts): Promise<ForgetReceipt> {
  return revise(ids, bank, ports, (memories) => ({
    ...EMPTY_CHANGE,
    bank,
    at: ports.clock.now(),
    verb: 'restore',
    actor,
    reason: '',
    memories: restorable(memories)
      .filter((memory) => memory.retractedAt !== null)
      .map((memory) => ({ ...memory, retractedAt: null, retraction: null, version: memory.version + 1 })),
  }));
}

/** What is held back comes in by `quarantine release` alone: it was never read. What was undone lost its links, which undoing that brings back. */
function restorable(memories: readonly Memory[]): readonly Memory[] {
  const undone = memories.find((memory) => memory.quarantine === null && isUndone(memory));
  if (undone !== undefined) throw new MnemeError('invalid_input', `${undone.id} was not forgotten: the change that brought it was undone.`, { field: 'ids', value: undone.id, hint: 'Undo the undoing: `mneme history --verb undo`, then `mneme undo`.' });
  const held = memories.find(({ quarantine }) => quarantine !== null);
  if (held === undefined) return memories;
  throw new MnemeError('invalid_input', `${held.id} is held back, not forgotten.`, { field: 'ids', value: held.id, hint: 'Look at it, then `mneme quarantine release` or `mneme quarantine reject`.' });
}

const MOST_TRIES = 50;

/** Reads, decides and commits; again from the reading when another process was faster. */
export async function revise(ids: readonly MemoryId[], bank: BankName, { store }: ForgetPorts, decide: (memories: readonly Memory[]) => Change): Promise<ForgetReceipt> {
  const asked = [...new Set(ids)];
  for (let attempt = 1; ; attempt++) {
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const memories = await store.get(bank, asked);
    assertFound(asked, memories);
    const change = decide(memories);
    const changed = change.memories.map((memory) => memory.id);
    const unchanged = asked.filter((id) => !changed.includes(id));
    if (changed.length === 0) return { changed, unchanged, sequence };
    try {
      return { changed, unchanged, sequence: await store.commit(change, { expectedSequence: sequence }) };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MOST_TRIES) throw error;
    }
  }
}

function assertFound(asked: readonly MemoryId[], memories: readonly Memory[]): void {
  const found = new Set(memories.map((memory) => memory.id));
  const missing = asked.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw new MnemeError('not_found', `There is no memory ${missing[0]}${missing.length > 1 ? ` (nor ${missing.length - 1} more)` : ''}.`, {
    field: 'ids',
    value: missing[0],
    hint: 'List the ids with `mneme list`; nothing was changed.',
  });
}
