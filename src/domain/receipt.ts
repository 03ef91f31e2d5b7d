import { z } from 'zod';
import { MemoryId } from './ids.js';
import type { Of, SchemaOf } from './schema.js';
import { Worth } from './worth.js';

/**
 * The outcome of one input: `remembered` as new; `reinforced` an existing memory; `known` already, from
 * this very source; `recalled` text of our own, not stored; `quarantined` until it is reviewed.
 */
export const OUTCOMES = ['remembered', 'reinforced', 'known', 'recalled', 'quarantined'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const receiptShape = z.strictObject({
  outcome: z.enum(OUTCOMES),
  id: MemoryId,
  /** The change that contains it; the bank's last if nothing had to be written. */
  sequence: z.number(),
  entities: z.array(z.string()),
  /** Dates in the text, in words. */
  dates: z.array(z.string()),
  /** Name of the context it joined or created. */
  context: z.string().nullable(),
  edges: z.number(),
  /** What was removed from it, by kind and number. */
  redacted: z.record(z.string(), z.number()),
  /** All memories that a text too long for one was split into, in order; `id` is the first. Absent otherwise. */
  parts: z.exactOptional(z.array(MemoryId)),
  /** In words: what was stripped, merged or noticed. */
  notes: z.array(z.string()),
  /** What it was worth to keep it; null where nobody weighed it. */
  worth: Worth.nullable(),
});
export interface Receipt extends Of<typeof receiptShape> {}
export const Receipt: SchemaOf<Receipt, typeof receiptShape> = receiptShape;

/** The outcome of one text, before its change has a number. */
export type Told = Pick<Receipt, 'outcome' | 'id' | 'parts' | 'notes'>;

const batchReceiptShape = z.strictObject({
  receipts: z.array(Receipt),
  sequence: z.number(),
  /** Number of new memories stored without a vector because the embedder gave none; it is added later. */
  withoutVector: z.number(),
  /** What of messages was left out, by reason: calls of tools, pictures, instructions. Absent for texts. */
  leftOut: z.exactOptional(z.record(z.string(), z.number())),
  /** Milliseconds by step, in order, for the whole batch. */
  timings: z.record(z.string(), z.number()),
});
export interface BatchReceipt extends Of<typeof batchReceiptShape> {}
export const BatchReceipt: SchemaOf<BatchReceipt, typeof batchReceiptShape> = batchReceiptShape;

/** An input accepted but not yet committed: `flush` waits for it. */
export interface AcceptedReceipt {
  readonly outcome: 'accepted';
  /** Number of inputs accepted and not yet committed, including this one. */
  readonly waiting: number;
}
