import { z } from 'zod';
import type { Instant } from './time.js';

/** How a language model reads facts off what is remembered, and what that may cost. */
export const FactsSettings = z.strictObject({
  /** Over what each bank says for itself. */
  on: z.boolean().optional(),
  /** Most requests to the model in an hour, of one bank. */
  callsPerHour: z.int().min(1).max(100_000).default(60),
  /** Most tokens in an hour, of one bank: those of the questions and of the answers, estimated from above. */
  tokensPerHour: z.int().min(1_000).max(1_000_000_000).default(200_000),
  /** Most turns of one request. */
  turns: z.int().min(1).max(200).default(20),
  /** Most tokens of one request and its answer. A longer turn is left to the rules. */
  tokens: z.int().min(1_000).max(1_000_000).default(8_000),
  /** So long it is waited for more turns, in milliseconds. */
  delayMs: z.int().min(0).max(3_600_000).default(2_000),
  /** What the model is less sure of is not taken, 0..1. */
  certainty: z.number().min(0).max(1).default(0.6),
});
export type FactsSettings = z.output<typeof FactsSettings>;

/** How far the reading of facts is, in one bank. */
export interface FactsStatus {
  readonly on: boolean;
  /** The model that reads; null where none is configured, and rules read alone. */
  readonly model: string | null;
  /** Turns that wait to be read. */
  readonly waiting: number;
  /** Whether some process reads at this moment. */
  readonly reading: boolean;
  /** Turns read, claims taken, claims refused, turns given up. */
  readonly read: number;
  readonly claims: number;
  readonly refused: number;
  readonly givenUp: number;
  /** Failures one after the other, why the last, and when it is tried again. */
  readonly failures: number;
  readonly reason: string | null;
  readonly nextTry: Instant | null;
  /** What this hour has spent, and what it may. */
  readonly hour: {
    readonly calls: number;
    readonly tokens: number;
    readonly mostCalls: number;
    readonly mostTokens: number;
    /** When the next begins; null while nothing was spent. */
    readonly endsAt: Instant | null;
  };
  readonly calls: number;
  readonly tokens: number;
}

/** What one run has read. */
export interface FactsReport {
  readonly read: number;
  readonly claims: number;
  readonly refused: number;
  readonly givenUp: number;
  readonly waiting: number;
  /** Why it went no further; null when nothing waits. */
  readonly stopped: string | null;
}
