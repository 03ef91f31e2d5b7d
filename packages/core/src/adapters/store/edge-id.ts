import type { Edge } from '../../domain/graph.js';

/** The identity of a link. */
export function edgeId({ from, role, to, label }: Edge): string {
  return [from, role, to, label].join('|');
}
