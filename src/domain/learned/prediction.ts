import type { MemoryId } from '../ids.js';
import type { Instant } from '../time.js';

/** A recorded expectation, so that it can be compared with the outcome. */
export interface Prediction {
  readonly domain: string;
  readonly action: string;
  readonly context: readonly string[];
  readonly state: readonly string[];
  /** 0..1. */
  readonly probability: number;
  /** The transition record it is based on; null if the caller stated it. */
  readonly model: string | null;
  /** Opinions and facts it relies on. */
  readonly beliefs: readonly MemoryId[];
  /** The outcome; null while it is open. */
  readonly outcome: {
    readonly state: readonly string[];
    readonly came: boolean;
    readonly at: Instant;
  } | null;
}
