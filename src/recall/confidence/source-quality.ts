import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import type { MemoryKind } from '../../domain/memory.js';

/** How far what is known of a memory's own worth moves its kind's. */
const LEARNED_SHARE = 0.4;

/** How far a memory is to be relied on, 0..1: by its kind, by links alone when nothing else found it, and by what use has taught (0..1). */
export function sourceQuality(
  kind: MemoryKind,
  paths: readonly string[],
  learned: number | null,
): number {
  const base =
    paths.length > 0 && paths.every((path) => path === 'graph')
      ? LAYER_QUALITY.graph
      : LAYER_QUALITY[LAYER_OF_KIND[kind]];
  return learned === null ? base : (1 - LEARNED_SHARE) * base + LEARNED_SHARE * learned;
}
