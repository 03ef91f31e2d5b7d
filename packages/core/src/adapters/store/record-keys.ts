import type { Change, RemovableKind } from '../../domain/change.js';
import type { Edge } from '../../domain/graph.js';

/** The identity of an edge. */
export function edgeId({ from, role, to, label }: Edge): string {
  return [from, role, to, label].join('|');
}

/** Kinds of records whose complete rows may be removed and restored. */
export type Removable = RemovableKind | 'edge';

/**
 * Records that a change puts or refers to, and that may have been removed before, in the order in which they must be
 * restored.
 */
export function* namedAgain(change: Change): Generator<readonly [Removable, string]> {
  for (const { id } of change.votes) yield ['vote', id];
  for (const { id } of change.conflicts) yield ['conflict', id];
  for (const { id } of change.entities) yield ['entity', id];
  for (const { id } of change.contexts) yield ['context', id];
  for (const { id } of change.sessions) yield ['session', id];
  for (const { context, session, retractedAt } of change.memories) {
    if (retractedAt !== null) continue;
    if (context !== null) yield ['context', context];
    if (session !== null) yield ['session', session];
  }
  for (const edge of change.edges) {
    yield ['entity', edge.from];
    yield ['entity', edge.to];
    yield ['edge', edgeId(edge)];
  }
}
