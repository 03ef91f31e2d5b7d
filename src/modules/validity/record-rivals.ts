import type { Conflict } from '../../domain/conflict.js';
import type { Edge } from '../../domain/graph.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { KeyedClaim } from '../../language/claims/keyed-claim.js';
import { findRivals, type Claimed } from './find-rivals.js';
import { recordConflict, type Recorder } from './record-conflict.js';

/** What follows from the claims of one memory. */
export interface RecordedRivals {
  /** Claims that follow from what was replaced. */
  readonly inherited: readonly KeyedClaim[];
  readonly conflicts: readonly Conflict[];
  /** Memories that give way or lose confidence, as they are then. */
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Judges what a memory claims against what is claimed under the same keys, and writes down what follows. */
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
