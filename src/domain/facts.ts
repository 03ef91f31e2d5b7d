import { z } from 'zod';
import { MemoryId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';
import { OwnText } from './texts.js';
import { Instant } from './time.js';

/** How a language model extracts facts from memories, and what that may cost. */
export const FactsSettings = z.strictObject({
  /** Overrides each bank's own setting. */
  on: z.boolean().optional(),
  /** Maximum requests to the model per hour and bank. */
  callsPerHour: z.int().min(1).max(100_000).default(60),
  /** Maximum tokens per hour and bank, prompts and answers together, estimated from above. */
  tokensPerHour: z.int().min(1_000).max(1_000_000_000).default(200_000),
  /** Maximum turns per request. */
  turns: z.int().min(1).max(200).default(20),
  /** Maximum tokens of a request and its answer. A longer turn is left to the rules. */
  tokens: z.int().min(1_000).max(1_000_000).default(8_000),
  /** How long to wait for more turns, in milliseconds. */
  delayMs: z.int().min(0).max(3_600_000).default(2_000),
  /** Facts below this certainty of the model are dropped, 0..1. */
  certainty: z.number().min(0).max(1).default(0.6),
});
export type FactsSettings = z.output<typeof FactsSettings>;

const factsStatusShape = z.strictObject({
  on: z.boolean(),
  /** The model that reads; null if none is configured and only rules read. */
  model: OwnText.nullable(),
  /** Turns waiting to be read. */
  waiting: z.number(),
  /** Whether some process is reading right now. */
  reading: z.boolean(),
  /** Turns read, claims accepted, claims refused, turns given up. */
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  givenUp: z.number(),
  /** Consecutive failures, the reason of the last, and the time of the next try. */
  failures: z.number(),
  reason: OwnText.nullable(),
  nextTry: Instant.nullable(),
  /** What was spent this hour, and the limits. */
  hour: z.strictObject({
    calls: z.number(),
    tokens: z.number(),
    mostCalls: z.number(),
    mostTokens: z.number(),
    /** When the next begins; null if nothing was spent. */
    endsAt: Instant.nullable(),
  }),
  calls: z.number(),
  tokens: z.number(),
});
/** The progress of fact extraction in one bank. */
export interface FactsStatus extends Of<typeof factsStatusShape> {}
export const FactsStatus: SchemaOf<FactsStatus, typeof factsStatusShape> = factsStatusShape;

const factsRefusalShape = z.strictObject({
  /** In words: `the value does not stand in the turn`. */
  why: OwnText,
  /** How many claims. */
  count: z.number(),
  /** The turns that they were read off, at most 5. */
  turns: z.array(MemoryId),
});
/** Claims of a model that were not taken, for one reason. */
export interface FactsRefusal extends Of<typeof factsRefusalShape> {}
export const FactsRefusal: SchemaOf<FactsRefusal, typeof factsRefusalShape> = factsRefusalShape;

const factsReportShape = z.strictObject({
  read: z.number(),
  claims: z.number(),
  refused: z.number(),
  /** Why they were refused, the most frequent reason first. */
  refusals: z.array(FactsRefusal),
  givenUp: z.number(),
  waiting: z.number(),
  /** Why it stopped; null when nothing is waiting. */
  stopped: OwnText.nullable(),
});
/** The result of one run. */
export interface FactsReport extends Of<typeof factsReportShape> {}
export const FactsReport: SchemaOf<FactsReport, typeof factsReportShape> = factsReportShape;
