import { EDGE_FAMILIES, type Edge, type EdgeRole } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import type { KnownNote } from '../../indexes/note-index.js';
import type { Store } from '../../ports/store.js';
import type { NoteLinks } from '../../indexes/note-validity.js';

/** From a turn to its notes, to what they rest on, to what replaced that, to what called it off. */
const STEPS = 5;
const MAX_LINKS = 200;
const LINKS: ReadonlySet<EdgeRole> = new Set<EdgeRole>([
  'derived_from',
  'supersedes',
  'doubts',
  'rests_on',
]);

/** What the links of notes say about memories, from the store alone; slots are numbered as they are met. */
export async function linksInStore(
  given: readonly Memory[],
  { bank, store, asOf }: { bank: BankName; store: Store; asOf: Instant | undefined },
): Promise<NoteLinks & { slot(id: MemoryId): number }> {
  const slots = new Map<MemoryId, number>();
  const notes = new Map<MemoryId, KnownNote>();
  const links = new Map<string, Set<MemoryId>>();
  const add = ({ id, note, saidAt, recordedAt, retractedAt }: Memory): void => {
    const slot = slots.get(id) ?? slots.size;
    slots.set(id, slot);
    if (note !== undefined && retractedAt === null)
      notes.set(id, { id, slot, note, saidAt, recordedAt, vectors: [] });
  };
  given.forEach(add);
  let open: readonly MemoryId[] = given.map(({ id }) => id);
  for (let step = 0; step < STEPS && open.length > 0; step++) {
    const edges = wanted(await store.neighbours(bank, open, EDGE_FAMILIES, MAX_LINKS), open);
    for (const { of, role, other } of edges) {
      const key = `${role} ${of}`;
      links.set(key, (links.get(key) ?? new Set()).add(other));
    }
    open = [...new Set(edges.map(({ other }) => other))].filter((id) => !slots.has(id));
    (await store.get(bank, open, asOf)).forEach(add);
  }
  const ids = [...slots.keys()];
  const at = (slot: number): KnownNote | undefined => notes.get(ids[slot] as MemoryId);
  const linked = (role: EdgeRole) => (slot: number) =>
    [...(links.get(`${role} ${ids[slot] ?? ''}`) ?? [])].flatMap((id) => notes.get(id) ?? []);
  return {
    slot: (id) => slots.get(id) ?? -1,
    of: at,
    // How many the bank has is not known here.
    size: Infinity,
    notesOf: linked('derived_from'),
    replacedBy: linked('supersedes'),
    doubtedBy: linked('doubts'),
    groundsOf: linked('rests_on'),
  };
}

interface WantedLink {
  readonly of: MemoryId;
  readonly role: EdgeRole;
  readonly other: MemoryId;
}

/** What points at these memories, and what they rest on. */
function wanted(edges: readonly Edge[], ids: readonly MemoryId[]): WantedLink[] {
  const asked = new Set<string>(ids);
  return edges.flatMap(({ from, to, role }): WantedLink[] => {
    const [of, other] = (role === 'rests_on' ? [from, to] : [to, from]) as [MemoryId, MemoryId];
    return LINKS.has(role) && asked.has(of) ? [{ of, role, other }] : [];
  });
}
