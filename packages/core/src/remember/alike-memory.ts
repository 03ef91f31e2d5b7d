import type { MemoryId, ContextId } from '../domain/ids.js';

/** A memory near a draft. */
export interface Alike {
  readonly id: MemoryId;
  readonly similarity: number;
  readonly context: ContextId | null;
}
