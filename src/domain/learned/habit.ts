import type { Instant } from '../time.js';

/** What somebody does, and when: counts of successions, and of the hours of the week. */
export interface Habit {
  /** The name of a user, a system or a service. */
  readonly entity: string;
  /** For each action, what came next and how often; '' is the start of a session. */
  readonly follows: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Actions in each of the 168 hours of the week from Monday 00:00 UTC, by hour. */
  readonly hours: Readonly<Record<string, number>>;
  readonly last: { readonly doing: string; readonly at: Instant } | null;
  readonly seen: number;
  /** Predictions of the next action, and how many were right. */
  readonly guesses: { readonly made: number; readonly right: number };
  /** Sum and count of the pauses between two actions in a session, in milliseconds. */
  readonly pauses: { readonly sum: number; readonly count: number };
}
