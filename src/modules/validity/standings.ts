import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Succeeded } from '../../domain/memory.js';
import type { Standing } from '../../domain/standing.js';
import type { Lineage } from './succession.js';

export interface Standings {
  readonly of: (id: MemoryId) => Standing;
  readonly successorOf: SuccessorOf;
  /** What was announced for a day that has not come. */
  readonly notYet: ReadonlySet<MemoryId>;
  /** Those that the question asks about. */
  readonly lineages: readonly Lineage[];
  /** The memories of these lineages and those that were found, as they were at the moment asked about. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

/** Who stands for a memory at the moment asked about; null when nothing took its place. */
export type SuccessorOf = (memory: Succeeded) => Succeeded | null;
