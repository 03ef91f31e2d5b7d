import type { Instant } from '../time.js';

/** What somebody does, and when: counts of what follows what, and of the hours of the week. */
export interface Habit {
  /** The name of a user, a system or a service. */
  readonly entity: string;
  /** For each doing, what came next and how often; '' stands for the start of a session. */
  readonly follows: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Doings in each of the 168 hours of the week from Monday 00:00 UTC, by hour. */
  readonly hours: Readonly<Record<string, number>>;
  readonly last: { readonly doing: string; readonly at: Instant } | null;
  readonly seen: number;
  /** Guesses of the next doing made before it came, and how many were right. */
  readonly guesses: { readonly made: number; readonly right: number };
  /** Sum and count of pauses between two doings of one session, in milliseconds. */
  readonly pauses: { readonly sum: number; readonly count: number };
}
