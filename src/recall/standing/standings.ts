import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Succeeded } from '../../domain/memory.js';
import type { StandingState, StandingDetail } from '../../domain/standing.js';
import type { Lineage } from '../../truth/succession.js';

export interface Standings {
  readonly of: (id: MemoryId) => Standing;
  readonly successorOf: SuccessorOf;
  /** Those that the question asks about. */
  readonly lineages: readonly Lineage[];
  /** The memories of these lineages and those that were found, as they were at the moment asked about. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

/** How a memory stands beside others of its slot. */
export interface Standing {
  readonly state: StandingState;
  readonly detail: StandingDetail | null;
}

/** Who stands for a memory at the moment asked about; null when nothing took its place. */
export type SuccessorOf = (memory: Succeeded) => Succeeded | null;
