import type { MemoryId } from '../domain/ids.js';
import type { Accesses } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';

/** What an index holds besides numbers. */
export interface IndexLabels {
  readonly ids: readonly MemoryId[];
  readonly tags: readonly (readonly [number, readonly string[]])[];
  readonly uses: readonly (readonly [number, Accesses])[];
  readonly successors: readonly (readonly [number, MemoryId])[];
  readonly retold: readonly (readonly [number, readonly Instant[]])[];
}
