import type { Memory } from '../../domain/memory.js';

/** One sentence of a summary, with the memories it rests on. */
export interface Claim {
  readonly text: string;
  /** Newest first, never empty. */
  readonly memories: readonly Memory[];
  readonly label: string;
}
