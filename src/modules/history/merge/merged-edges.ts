import { inPlaceOf } from '../in-place-of.js';
import { EDGE_FAMILIES, nodeKind, type Edge, type NodeId } from '../../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../../domain/ids.js';
import type { Memory } from '../../../domain/memory.js';
import type { Store } from '../../../ports/store.js';

/** More links than any memory has. */
const ALL = 100_000;

/**
 * The links of several memories as links of the one that replaces them: those from and to each, and links
 * between names that they state. Links among themselves are dropped, and pending conflicts stay with those
 * in them. The old links stay with the old memories, hidden while these are retracted.
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
  const named = [
    ...new Set(
      own
        .flatMap(({ from, to }) => [from, to])
        .filter((id): id is EntityId => nodeKind(id) === 'entity'),
    ),
  ];
  const told = (await store.neighbours(bank, named, EDGE_FAMILIES, ALL)).filter(
    ({ from, to, evidence }) =>
      evidence !== null && old.has(evidence) && !old.has(from) && !old.has(to),
  );
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
  // What was superseded no longer is: the new memory is current.
  if (role === 'supersedes' && old.has(to)) return false;
  return role !== 'belongs_to' || nodeKind(to) !== 'context' || to === target.context;
}

/** Memories that one of these superseded: now the new one does. */
export function inItsPlace(target: MemoryId, superseded: readonly Memory[]): Memory[] {
  return superseded.map((memory) => ({
    ...memory,
    supersededBy: target,
    version: memory.version + 1,
  }));
}
