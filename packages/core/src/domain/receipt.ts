import { z } from 'zod';
import { MemoryId } from './ids.js';
import { type Of, OwnText, type SchemaOf } from './schema.js';

/** −1 (harmful or no gain) to 1. */
const Reward = z.number().min(-1).max(1);

const worthSuggestionShape = z.strictObject({
  why: OwnText,
  /** Its name in the table of operations. */
  operation: OwnText,
  input: z.record(z.string(), z.unknown()),
});
/** How to raise the worth of a memory: an operation with its input. */
export interface WorthSuggestion extends Of<typeof worthSuggestionShape> {}
export const WorthSuggestion: SchemaOf<WorthSuggestion, typeof worthSuggestionShape> =
  worthSuggestionShape;

const worthShape = z.strictObject({
  /** The mean of the three parts. Above 0.3 it was worth storing; a low one is no verdict. */
  reward: Reward,
  /** How well it fits the bank: novelty or coherence, depending on the bank's age; near-duplicates score low. */
  gardener: Reward,
  /** How complete it is: who said it, about what, why, and how certainly. */
  curator: Reward,
  /** How likely a later question needs it, by a model fitted on other people's conversations. */
  assessor: Reward,
  explanation: OwnText,
  suggestions: z.array(WorthSuggestion),
});
/** How much storing a text was worth. It is stored in any case. */
export interface Worth extends Of<typeof worthShape> {}
export const Worth: SchemaOf<Worth, typeof worthShape> = worthShape;

/** Minimum reward of what was worth storing. A lower one is no verdict: it is often wrong on personal stories. */
export const GOOD = 0.3;

/**
 * The outcome of one input: `remembered` as new; `reinforced` an existing memory; `known` already from the same
 * source; `recalled`: our own output, not stored; `quarantined` until it is reviewed.
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
  /** How much storing it was worth; null if not scored. */
  worth: Worth.nullable(),
});
export interface Receipt extends Of<typeof receiptShape> {}
export const Receipt: SchemaOf<Receipt, typeof receiptShape> = receiptShape;

/** The outcome of one text, before its change has a number. */
export type InputResult = Pick<Receipt, 'outcome' | 'id' | 'parts' | 'notes'>;

const batchReceiptShape = z.strictObject({
  receipts: z.array(Receipt),
  sequence: z.number(),
  /** Number of new memories stored without a vector because the embedder gave none; it is added later. */
  withoutVector: z.number(),
  /** Parts of messages that were skipped, by reason: calls of tools, pictures, instructions. Absent for texts. */
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
