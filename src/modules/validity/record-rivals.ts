import type { Conflict } from '../../domain/conflict.js';
import type { Edge } from '../../domain/graph.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { KeyedClaim } from '../../language/claims/keyed-claim.js';
import { findRivals, type Claimed } from './find-rivals.js';
import { recordConflict, type Recorder } from './record-conflict.js';

/** The consequences of one memory's claims. */
export interface RecordedRivals {
  /** Claims implied by replacements. */
  readonly inherited: readonly KeyedClaim[];
  readonly conflicts: readonly Conflict[];
  /** Memories that give way or lose confidence, in their new versions. */
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Judges a memory's claims against existing ones under the same keys, and records the consequences. */
export function recordRivals(
  memory: Memory,
  claims: readonly KeyedClaim[],
  known: readonly Claimed[],
  recorder: Recorder,
): RecordedRivals {
  const { rivals, inherited } = findRivals(memory, claims, known);
  const recorded: ReturnType<typeof recordConflict>[] = [];
  const changed = new Map<MemoryId, Memory>();
  const latest = (each: Claimed): Claimed => ({
    ...each,
    memory: changed.get(each.memory.id) ?? each.memory,
  });
  for (const rival of rivals) {
    const consequence = recordConflict(
      { ...rival, older: latest(rival.older), newer: latest(rival.newer) },
      recorder,
    );
    recorded.push(consequence);
    for (const each of consequence.memories) changed.set(each.id, each);
  }
  return {
    inherited,
    conflicts: recorded.map(({ conflict }) => conflict),
    memories: [...changed.values()],
    edges: recorded.flatMap(({ edges }) => edges),
  };
}
