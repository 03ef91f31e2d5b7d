import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import type { MemoryKind } from '../../domain/memory.js';

/** How far the learned quality of a memory shifts that of its kind. */
const LEARNED_SHARE = 0.4;

/**
 * How reliable a memory is, 0..1: by its kind, by whether only links found it, and by its quality learned
 * from use (0..1).
 */
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
