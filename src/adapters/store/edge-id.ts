import type { Edge } from '../../domain/graph.js';

/** What tells one link from another. */
export function edgeId({ from, role, to, label }: Edge): string {
  return [from, role, to, label].join('|');
}
