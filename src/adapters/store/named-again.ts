import type { Change, RemovableKind } from '../../domain/change.js';
import { edgeId } from './edge-id.js';

/** Kinds of records of which a whole row may be taken away and brought back. */
export type Removable = RemovableKind | 'edge';

/** Records that the change puts, or names, and that may have been taken away before: in the order in which they are brought back. */
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
