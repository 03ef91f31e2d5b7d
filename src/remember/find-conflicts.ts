import type { Edge, NodeId } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import { PREDICATES, type Predicate } from '../language/relations.js';

/** What is known of an entity: the edges that start from it. */
export type FactsOf = (subject: NodeId) => Promise<readonly Edge[]>;

/**
 * Statements about the same subject and the same single-valued slot with another value (capability U10): "lives in Leeds",
 * "lives in Porto". Both stay; the memories are linked as conflicting, pending until somebody settles it. Mere likeness
 * is never a conflict.
 */
export async function findConflicts(memory: MemoryId, edges: readonly Edge[], factsOf: FactsOf): Promise<Edge[]> {
  const conflicts = new Map<MemoryId, Edge>();
  for (const stated of edges) {
    if (stated.role !== 'related_to' || !isSingleValued(stated.label)) continue;
    for (const known of await factsOf(stated.from)) {
      const { evidence } = known;
      const rivals = known.role === 'related_to' && known.from === stated.from && known.label === stated.label && known.to !== stated.to;
      if (!rivals || evidence === null || evidence === memory) continue;
      conflicts.set(evidence, {
        from: memory,
        to: evidence,
        role: 'conflicts_with',
        label: stated.label,
        weight: Math.min(stated.confidence, known.confidence),
        confidence: Math.min(stated.confidence, known.confidence),
        status: 'pending',
        evidence: memory,
      });
    }
  }
  return [...conflicts.values()];
}

function isSingleValued(label: string): boolean {
  return label in PREDICATES && PREDICATES[label as Predicate].singleValued;
}
