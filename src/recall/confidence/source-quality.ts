import type { Layer } from '../../domain/layers.js';
import type { MemoryKind } from '../../domain/memory.js';
import type { Path } from '../../domain/profile.js';

/** Capability A4's figures by layer; a layer it does not name has the least. */
const QUALITY: Readonly<Record<Layer, number>> = { episodic: 0.85, semantic: 0.8, procedural: 0.75, graph: 0.7, meta: 0.7, prospective: 0.65, planning: 0.65 };

const LAYER: Readonly<Record<MemoryKind, Layer>> = {
  experience: 'episodic',
  signal: 'episodic',
  fact: 'semantic',
  opinion: 'semantic',
  claim: 'semantic',
  observation: 'semantic',
  strategy: 'procedural',
  principle: 'semantic',
  decision: 'semantic',
};

/** How far what is known of a memory's own worth moves its kind's. */
const LEARNED_SHARE = 0.4;

/** How far a memory is to be relied on, 0..1: by its kind, by links alone when nothing else found it, and by what use has taught (0..1). */
export function sourceQuality(kind: MemoryKind, paths: readonly Path[], learned: number | null): number {
  const base = paths.length > 0 && paths.every((path) => path === 'graph') ? QUALITY.graph : QUALITY[LAYER[kind]];
  return learned === null ? base : (1 - LEARNED_SHARE) * base + LEARNED_SHARE * learned;
}
