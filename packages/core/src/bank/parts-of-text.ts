import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { everyPage } from '../domain/schema.js';
import type { Store } from '../ports/store.js';

const PAGE = 500;

/**
 * These memories, plus all other parts of texts whose first part is among them, forgotten parts included. Unknown ids
 * are returned unchanged.
 */
export async function withParts(
  ids: readonly MemoryId[],
  bank: BankName,
  store: Pick<Store, 'get' | 'find'>,
): Promise<readonly MemoryId[]> {
  const all = new Set(ids);
  for (const first of await store.get(bank, [...all])) {
    const { session, metadata } = first;
    if (metadata.part !== 1 || typeof metadata.parts !== 'number' || session === null) continue;
    const filter = { session, includeRetracted: true };
    for await (const items of everyPage((after) => store.find(bank, filter, PAGE, after)))
      for (const memory of items) if (isPartOf(memory, first)) all.add(memory.id);
  }
  return [...all];
}

/** Parts have consecutive positions in their session, or all the caller's, and the same provenance. */
function isPartOf(part: Memory, first: Memory): boolean {
  const steps = Number(part.metadata.part) - 1;
  const [own, firsts] = [part.provenance[0], first.provenance[0]];
  return (
    part.metadata.parts === first.metadata.parts &&
    (part.position === first.position || part.position === first.position + steps) &&
    part.speaker === first.speaker &&
    part.kind === first.kind &&
    own?.origin === firsts?.origin &&
    own?.turn === firsts?.turn &&
    own?.saidAt === firsts?.saidAt
  );
}
