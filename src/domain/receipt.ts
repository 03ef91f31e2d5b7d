import { z } from 'zod';
import { MemoryId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';
import { Worth } from './worth.js';

/**
 * What became of one input: `remembered` as new; `reinforced` a memory that was there; `known` already, from this very
 * source; `recalled` text of our own, not taken in; `quarantined`, held back until somebody looked at it.
 */
export const OUTCOMES = ['remembered', 'reinforced', 'known', 'recalled', 'quarantined'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const receiptShape = z.strictObject({
  outcome: z.enum(OUTCOMES),
  id: MemoryId,
  /** The change that holds it; the bank's last when nothing had to be written. */
  sequence: z.number(),
  entities: z.array(z.string()),
  /** Dates read in the text, in words. */
  dates: z.array(z.string()),
  /** Name of the context it joined or founded. */
  context: z.string().nullable(),
  edges: z.number(),
  /** What was taken out of it, by kind and number. */
  redacted: z.record(z.string(), z.number()),
  /** All memories that a text was split into which is too long for one, in order; `id` is the first. Absent for any other. */
  parts: z.exactOptional(z.array(MemoryId)),
  /** In words: what was stripped, merged or noticed. */
  notes: z.array(z.string()),
  /** What it was worth to keep it; null where nobody weighed it. */
  worth: Worth.nullable(),
});
export interface Receipt extends Of<typeof receiptShape> {}
export const Receipt: SchemaOf<Receipt, typeof receiptShape> = receiptShape;

/** What became of one text, before its change has a number. */
export type Told = Pick<Receipt, 'outcome' | 'id' | 'parts' | 'notes'>;

const batchReceiptShape = z.strictObject({
  receipts: z.array(Receipt),
  sequence: z.number(),
  /** New memories that are kept without a vector, as the embedder gave none; it follows later. */
  withoutVector: z.number(),
  /** Milliseconds by step, in order, for the whole batch. */
  timings: z.record(z.string(), z.number()),
});
export interface BatchReceipt extends Of<typeof batchReceiptShape> {}
export const BatchReceipt: SchemaOf<BatchReceipt, typeof batchReceiptShape> = batchReceiptShape;

/** An input that is kept but not yet committed: `flush` waits for it. */
export interface AcceptedReceipt {
  readonly outcome: 'accepted';
  /** Inputs accepted and not yet committed, this one included. */
  readonly waiting: number;
}
