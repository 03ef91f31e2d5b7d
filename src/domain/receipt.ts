import type { MemoryId } from './ids.js';
import type { RedactionCounts } from './privacy.js';

/**
 * What became of one input: `remembered` as new; `reinforced` a memory that was there; `known` already, from this very
 * source; `recalled` text of our own, not taken in; `quarantined`, held back until somebody looked at it.
 */
export type Outcome = 'remembered' | 'reinforced' | 'known' | 'recalled' | 'quarantined';

export interface Receipt {
  readonly outcome: Outcome;
  readonly id: MemoryId;
  /** The change that holds it; the bank's last when nothing had to be written. */
  readonly sequence: number;
  readonly entities: readonly string[];
  /** Dates read in the text, in words. */
  readonly dates: readonly string[];
  /** Name of the context it joined or founded. */
  readonly context: string | null;
  readonly edges: number;
  /** What was taken out of it, by kind and number. */
  readonly redacted: RedactionCounts;
  /** All memories that a text was split into which is too long for one, in order; `id` is the first. Absent for any other. */
  readonly parts?: readonly MemoryId[];
  /** In words: what was stripped, merged or noticed. */
  readonly notes: readonly string[];
}

export interface BatchReceipt {
  readonly receipts: readonly Receipt[];
  readonly sequence: number;
  /** New memories that are kept without a vector, as the embedder gave none; it follows later. */
  readonly withoutVector: number;
  /** Milliseconds by step, in order, for the whole batch. */
  readonly timings: Readonly<Record<string, number>>;
}
