/** The five factors of capability A4, each 0..1. */
export interface CertaintyFactors {
  /** How well it fits the question: by the learned fusion, or by meaning alone where that says more. */
  readonly relevance: number;
  /** How far its kind of memory is to be relied on, moved by what use has taught about it. */
  readonly sourceQuality: number;
  /** From 0.95 when it was last told today down to 0 after 37 days. */
  readonly recency: number;
  /** 0.9 where other memories support it, 0.6 for what was only supposed, 0.4 where one speaks against it, else 0.75. */
  readonly consistency: number;
  /** How much of what a memory may tell of itself it does: who, when, where, what it is about. */
  readonly completeness: number;
}

/** Capability A5, from the most to the least certain. */
export const CERTAINTY_LEVELS = ['very_high', 'high', 'medium', 'low', 'very_low'] as const;
export type CertaintyLevel = (typeof CERTAINTY_LEVELS)[number];

/** How sure recall is of one result. */
export interface Certainty {
  readonly factors: CertaintyFactors;
  /** The factors weighed, 0..1 (capability A5). */
  readonly overall: number;
  readonly level: CertaintyLevel;
  /** Fitted chance that this memory answers this question, 0..1; null where nothing was fitted for the bank's encoder. */
  readonly probability: number | null;
}

export const KNOWN_VERDICTS = ['known', 'unsure', 'unknown', 'unjudged'] as const;
export type KnownVerdict = (typeof KNOWN_VERDICTS)[number];

/** Whether the bank knows anything that answers the question at all. */
export interface Known {
  /** Fitted chance that it does, 0..1; null where nothing was fitted for the bank's encoder, or no words asked. */
  readonly probability: number | null;
  /** `known` from 0.5, `unknown` below 0.25, `unsure` between; `unjudged` without a probability. */
  readonly verdict: KnownVerdict;
  /** What speaks against it, in words; empty for `known`. */
  readonly doubts: readonly string[];
}
