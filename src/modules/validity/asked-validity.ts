import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Succeeded } from '../../domain/memory.js';
import type { Validity } from '../../domain/validity.js';
import type { Lineage } from './succession.js';

/** How the memories hold that a question asks about. */
export interface AskedValidity {
  /** Null where it was in no conflict. */
  readonly of: (id: MemoryId) => Validity | null;
  readonly successorOf: SuccessorOf;
  /** Announcements for days that have not come. */
  readonly notYet: ReadonlySet<MemoryId>;
  /** Those that the question is about. */
  readonly lineages: readonly Lineage[];
  /** The memories of these lineages and those that were found, as of the moment asked about. */
  readonly memories: ReadonlyMap<MemoryId, Memory>;
}

/** The memory that replaces another at the moment asked about; null if none does. */
export type SuccessorOf = (memory: Succeeded) => Succeeded | null;
