import { EDGE_FAMILIES } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Store } from '../../ports/store.js';

/** More links than so many memories have. */
const ALL = 100_000;
const PAGE = 500;

/** The notes that were read off these memories and rest on no other that stands: what is forgotten is not told by them. */
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
        ALL,
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
