import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { RecallContext } from './recall-context.js';

/** The parts of a recall that determine where memories are read from, and as of when. */
interface Reading {
  readonly bank: BankName;
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: { readonly memories: Pick<RecallContext['state']['memories'], 'get'> };
  readonly ports: Pick<RecallContext['ports'], 'store'>;
}

/** Memories as they are, or as of the moment asked about; those retracted by then are marked. */
export function readMemories(
  ids: readonly MemoryId[],
  { profile: { asOf }, bank, state, ports }: Reading,
): Promise<readonly Memory[]> {
  return asOf === undefined ? state.memories.get(ids) : ports.store.get(bank, ids, asOf);
}

/** Those of the memories that were current at the moment asked about. */
export async function standingMemories(
  ids: readonly MemoryId[],
  reading: Reading,
): Promise<readonly Memory[]> {
  return (await readMemories(ids, reading)).filter(({ retractedAt }) => retractedAt === null);
}
