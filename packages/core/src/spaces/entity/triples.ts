import { nodeKind, type Edge } from '../../domain/graph.js';

/** A relation from a head to a tail, all three by name. */
export interface Triple {
  readonly head: string;
  readonly relation: string;
  readonly tail: string;
}

/** The triples that one memory's links give about the bank's entities. */
export interface MemoryTriples {
  readonly entities: readonly string[];
  readonly triples: readonly Triple[];
}

/** The relation of a link between entities: its role, or for `related_to` the relation's own word. */
export function relationOf({ role, label }: Pick<Edge, 'role' | 'label'>): string {
  return role === 'related_to' && label !== '' ? label : role;
}

/**
 * Reads links as triples of entities, memory by memory. A link between entities is one. If a memory has a
 * speaker and mentions something, that is one as well: the speaker `mentions` it. Contexts and times are
 * not entities.
 */
export function triplesOf(edges: Iterable<Edge>): Map<string, MemoryTriples> {
  const speakers = new Map<string, Set<string>>();
  const mentioned = new Map<string, Set<string>>();
  const stated = new Map<string, Triple[]>();
  for (const edge of edges) {
    const [from, to] = [nodeKind(edge.from), nodeKind(edge.to)];
    if (from === 'memory' && to === 'entity')
      addTo(edge.role === 'said_by' ? speakers : mentioned, edge.from, edge.to);
    if (from === 'entity' && to === 'entity' && edge.from !== edge.to && edge.evidence !== null) {
      const triple = { head: edge.from, relation: relationOf(edge), tail: edge.to };
      stated.set(edge.evidence, [...(stated.get(edge.evidence) ?? []), triple]);
    }
  }
  const memories = new Set([...speakers.keys(), ...mentioned.keys(), ...stated.keys()]);
  return new Map(
    Array.from(memories, (memory): [string, MemoryTriples] => {
      const told = stated.get(memory) ?? [];
      const saying = [...(speakers.get(memory) ?? [])];
      const named = [...(mentioned.get(memory) ?? [])];
      const said = saying.flatMap((head) =>
        named
          .filter((tail) => tail !== head)
          .map((tail): Triple => ({ head, relation: 'mentions', tail })),
      );
      const entities = new Set([
        ...named,
        ...told.flatMap(({ head, tail }) => [head, tail]),
        ...saying,
      ]);
      return [memory, { entities: [...entities], triples: [...told, ...said] }];
    }),
  );
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}
