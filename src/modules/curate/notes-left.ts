import { EDGE_FAMILIES } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';

/** More links than any memory has. */
const ALL = 100_000;

/** The notes that were read off these memories and rest on no other that stands: what is forgotten is not told by them. */
export async function notesLeftBy(
  ids: readonly MemoryId[],
  bank: BankName,
  store: Pick<Store, 'neighbours' | 'get'>,
): Promise<MemoryId[]> {
  const gone = new Set<string>(ids);
  const readOff = async (of: readonly MemoryId[]): Promise<(readonly [MemoryId, string])[]> =>
    (await store.neighbours(bank, of, EDGE_FAMILIES, ALL))
      .filter(({ role }) => role === 'derived_from')
      .map(({ from, to }) => [from as MemoryId, to] as const);
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
