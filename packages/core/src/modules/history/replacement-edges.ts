import { MnemeError } from '../../domain/errors.js';
import { type Edge, EDGE_FAMILIES, type NodeId, nodeKind } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { RememberInput } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import type { Store } from '../../ports/store.js';

const SUPERSESSION_WEIGHT = 0.5;

/** The edge from a memory to the one it replaced, labelled with the verb. */
export const inPlaceOf = (by: MemoryId, old: MemoryId, verb: 'merge' | 'update'): Edge => ({
  from: by,
  to: old,
  role: 'supersedes',
  label: verb,
  weight: SUPERSESSION_WEIGHT,
  confidence: 1,
  status: 'resolved',
  evidence: by,
});

/** Above the number of links of any node. */
const ALL = 100_000;

/** Links between other nodes whose evidence these memories are. */
export async function statedOnlyBy(
  ids: readonly NodeId[],
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<readonly Edge[]> {
  const gone = new Set(ids);
  const ends = (await store.neighbours(bank, ids, EDGE_FAMILIES, ALL)).flatMap(({ from, to }) => [
    from,
    to,
  ]);
  const named = [...new Set(ends)].filter((id) => nodeKind(id) === 'entity');
  return (await store.neighbours(bank, named, EDGE_FAMILIES, ALL)).filter(
    ({ from, to, evidence }) =>
      evidence !== null && gone.has(evidence) && !gone.has(from) && !gone.has(to),
  );
}

/**
 * The links of several memories, moved to the one that replaces them: those from and to each, and links between
 * entities that they state. Links among themselves are dropped, and pending conflicts stay with the old memories, as
 * do the old links, hidden while these are retracted.
 */
export async function mergedEdges(
  target: Memory,
  memories: readonly Memory[],
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<Edge[]> {
  const old = new Set<NodeId>(memories.map(({ id }) => id));
  const own = (await store.neighbours(bank, [...old], EDGE_FAMILIES, ALL)).filter((edge) =>
    carries(edge, old, target),
  );
  const told = await statedOnlyBy([...old], bank, store);
  const moved = (id: NodeId): NodeId => (old.has(id) ? target.id : id);
  const edges = new Map<string, Edge>();
  for (const edge of [...own, ...told]) {
    const next: Edge = {
      ...edge,
      from: moved(edge.from),
      to: moved(edge.to),
      evidence: edge.evidence === null ? null : (moved(edge.evidence) as MemoryId),
    };
    const key = [next.from, next.role, next.to, next.label].join('|');
    const known = edges.get(key);
    edges.set(
      key,
      known === undefined
        ? next
        : {
            ...known,
            weight: Math.max(known.weight, next.weight),
            confidence: Math.max(known.confidence, next.confidence),
          },
    );
  }
  const supersedes = memories.map(({ id }) => inPlaceOf(target.id, id, 'merge'));
  return [...edges.values(), ...supersedes];
}

function carries(
  { from, to, role, status }: Edge,
  old: ReadonlySet<NodeId>,
  target: Memory,
): boolean {
  if (status === 'pending' || (old.has(from) && old.has(to))) return false;
  // Not carried over: the new memory is current.
  if (role === 'supersedes' && old.has(to)) return false;
  return role !== 'belongs_to' || nodeKind(to) !== 'context' || to === target.context;
}

/** Repoints memories that one of these superseded to the new one. */
export function inItsPlace(target: MemoryId, superseded: readonly Memory[]): Memory[] {
  return superseded.map((memory) => ({
    ...memory,
    supersededBy: target,
    version: memory.version + 1,
  }));
}

const ROLES: ReadonlySet<Edge['role']> = new Set(['derived_from', 'supersedes', 'doubts']);

/**
 * The links of a note, moved to the one that replaces it: to its turns, to the notes it supersedes or doubts, and
 * from notes that do so to it.
 */
export async function noteLinksOf(
  old: MemoryId,
  by: MemoryId,
  bank: BankName,
  store: Pick<Store, 'neighbours'>,
): Promise<Edge[]> {
  const moved = <Id>(id: Id): Id | MemoryId => (id === (old as unknown) ? by : id);
  return (await store.neighbours(bank, [old], EDGE_FAMILIES, ALL))
    .filter(({ role, label }) => ROLES.has(role) && label === '')
    .map((edge) => ({
      ...edge,
      from: moved(edge.from),
      to: moved(edge.to),
      evidence: moved(edge.evidence),
    }));
}

/**
 * The note structure for new words: unchanged unless given. Throws `invalid_input` if the new words no longer contain
 * the note's value.
 */
export function structureFor(
  { id, content: before, note }: Memory,
  content: string,
  given: RememberInput['note'],
): Pick<RememberInput, 'note'> {
  if (given !== undefined) return { note: given };
  if (note === undefined) return {};
  const [was, is, value] = [before, content, note.value].map((text) => text.toLowerCase()) as [
    string,
    string,
    string,
  ];
  if (was.includes(value) && !is.includes(value))
    throw new MnemeError(
      'invalid_input',
      `${id} is a note of “${note.about}: ${note.aspect}: ${note.value}”, and its new words do not say that.`,
      {
        field: 'update.note',
        value: content,
        hint: 'Give its note, too, with the new value; or remember a note that replaces it.',
      },
    );
  return { note: { ...note, asks: [...note.asks], matters: [...note.matters] } };
}
