import type { MemoryId } from '../ids.js';
import type { Instant } from '../time.js';

/** An expectation put on record, so that it can be held against what came. */
export interface Prediction {
  readonly domain: string;
  readonly action: string;
  readonly context: readonly string[];
  readonly state: readonly string[];
  /** 0..1. */
  readonly probability: number;
  /** The transition record it was read from; null for one that the caller stated. */
  readonly model: string | null;
  /** Opinions and facts it leans on. */
  readonly beliefs: readonly MemoryId[];
  /** What came; null while it is open. */
  readonly outcome: {
    readonly state: readonly string[];
    readonly came: boolean;
    readonly at: Instant;
  } | null;
}
