import { z } from 'zod';
import type { Of, SchemaOf } from './schema.js';
import { OwnText } from './texts.js';
import { Instant } from './time.js';

/** Whether what is remembered is read into notes in the background, and what that may cost. */
export const ReadingSettings = z.strictObject({
  /** Overrides each bank's own setting. */
  on: z.boolean().optional(),
  /** Maximum requests to the reader per hour and bank. */
  callsPerHour: z.int().min(1).max(100_000).default(60),
  /** Maximum tokens per hour and bank, requests and answers together, estimated from above. */
  tokensPerHour: z.int().min(1_000).max(1_000_000_000).default(400_000),
  /** Maximum turns per request. */
  turns: z.int().min(1).max(20).default(20),
  /** Maximum tokens of a request and its answer. A longer turn is not read. */
  tokens: z.int().min(6_000).max(1_000_000).default(16_000),
  /** A session is read once nothing was added to it for so long, in milliseconds. */
  quietMs: z.int().min(0).max(86_400_000).default(300_000),
});
export type ReadingSettings = z.output<typeof ReadingSettings>;

/** How often something happened, by its reason in words. */
export const ByReason = z.record(OwnText, z.number());
export type ByReason = Readonly<z.output<typeof ByReason>>;

const readingStatusShape = z.strictObject({
  on: z.boolean(),
  /** Who reads; null if no reader is configured. */
  reader: OwnText.nullable(),
  /** Turns waiting to be read. */
  waiting: z.number(),
  /** Whether some process is reading right now. */
  reading: z.boolean(),
  /** Turns read, notes written, notes refused by reason, turns given up. */
  read: z.number(),
  notes: z.number(),
  refused: ByReason,
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
/** How far reading is in one bank. */
export interface ReadingStatus extends Of<typeof readingStatusShape> {}
export const ReadingStatus: SchemaOf<ReadingStatus, typeof readingStatusShape> = readingStatusShape;

const readingReportShape = z.strictObject({
  /** Turns read, notes written, notes refused by reason, turns given up. */
  read: z.number(),
  notes: z.number(),
  refused: ByReason,
  givenUp: z.number(),
  waiting: z.number(),
  /** Why it stopped; null when nothing is waiting. */
  stopped: OwnText.nullable(),
});
/** The result of one run. */
export interface ReadingReport extends Of<typeof readingReportShape> {}
export const ReadingReport: SchemaOf<ReadingReport, typeof readingReportShape> = readingReportShape;
