import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { RecallContext } from './recall-context.js';

/** What of a recall tells where memories are read from, and as of when. */
interface Reading {
  readonly bank: BankName;
  readonly profile: Pick<RecallContext['profile'], 'asOf'>;
  readonly state: { readonly memories: Pick<RecallContext['state']['memories'], 'get'> };
  readonly ports: Pick<RecallContext['ports'], 'store'>;
}

/** Memories as they are, or as they were at the moment asked about; those taken back by then tell so. */
export function readMemories(
  ids: readonly MemoryId[],
  { profile: { asOf }, bank, state, ports }: Reading,
): Promise<readonly Memory[]> {
  return asOf === undefined ? state.memories.get(ids) : ports.store.get(bank, ids, asOf);
}

/** Those of the memories that stood at the moment asked about. */
export async function standingMemories(
  ids: readonly MemoryId[],
  reading: Reading,
): Promise<readonly Memory[]> {
  return (await readMemories(ids, reading)).filter(({ retractedAt }) => retractedAt === null);
}
