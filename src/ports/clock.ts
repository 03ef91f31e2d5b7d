import type { Instant } from '../domain/time.js';

/** Time as a value: tests and replays hand in their own. */
export interface Clock {
  now(): Instant;
  /** Milliseconds on a steady clock, for measuring how long a step took. */
  ticks(): number;
}
