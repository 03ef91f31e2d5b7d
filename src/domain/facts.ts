import { z } from 'zod';
import type { Of, SchemaOf } from './schema.js';
import { OwnText } from './texts.js';
import { Instant } from './time.js';

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

const factsStatusShape = z.strictObject({
  on: z.boolean(),
  /** The model that reads; null where none is configured, and rules read alone. */
  model: OwnText.nullable(),
  /** Turns that wait to be read. */
  waiting: z.number(),
  /** Whether some process reads at this moment. */
  reading: z.boolean(),
  /** Turns read, claims taken, claims refused, turns given up. */
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  givenUp: z.number(),
  /** Failures one after the other, why the last, and when it is tried again. */
  failures: z.number(),
  reason: OwnText.nullable(),
  nextTry: Instant.nullable(),
  /** What this hour has spent, and what it may. */
  hour: z.strictObject({
    calls: z.number(),
    tokens: z.number(),
    mostCalls: z.number(),
    mostTokens: z.number(),
    /** When the next begins; null while nothing was spent. */
    endsAt: Instant.nullable(),
  }),
  calls: z.number(),
  tokens: z.number(),
});
/** How far the reading of facts is, in one bank. */
export interface FactsStatus extends Of<typeof factsStatusShape> {}
export const FactsStatus: SchemaOf<FactsStatus, typeof factsStatusShape> = factsStatusShape;

const factsReportShape = z.strictObject({
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  givenUp: z.number(),
  waiting: z.number(),
  /** Why it went no further; null when nothing waits. */
  stopped: OwnText.nullable(),
});
/** What one run has read. */
export interface FactsReport extends Of<typeof factsReportShape> {}
export const FactsReport: SchemaOf<FactsReport, typeof factsReportShape> = factsReportShape;
