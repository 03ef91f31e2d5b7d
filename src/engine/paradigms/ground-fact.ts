import type { MemoryId } from '../../domain/ids.js';
import type { MemoryKind } from '../../domain/memory.js';

/** A memory that something rests on. */
export interface GroundFact {
  readonly id: MemoryId;
  readonly text: string;
  readonly kind: MemoryKind;
  /** How sure the bank is of it, 0..1. */
  readonly confidence: number;
}
