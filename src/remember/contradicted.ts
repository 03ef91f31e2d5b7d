import type { Conflict } from '../domain/conflict.js';
import type { Edge } from '../domain/graph.js';
import type { Memory } from '../domain/memory.js';
import type { KeyedClaim } from '../truth/keyed-claim.js';

export interface Contradicted {
  readonly claims: readonly KeyedClaim[];
  readonly conflicts: readonly Conflict[];
  /** The memories that changed by it, the new one perhaps among them. */
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
  readonly notes: readonly string[];
}
