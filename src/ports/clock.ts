import type { Instant } from '../domain/time.js';

/** Time as a value: tests and replays pass their own. */
export interface Clock {
  now(): Instant;
  /** Milliseconds on a monotonic clock, for measuring durations. */
  ticks(): number;
}
