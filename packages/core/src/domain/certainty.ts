import { z } from 'zod';
import { MemoryId } from './ids.js';
import { Share, type Of, type SchemaOf } from './schema.js';

const certaintyFactorsShape = z.strictObject({
  /** How well it fits the question: by the learned fusion, or by meaning alone if that is higher. */
  relevance: Share,
  /** How reliable its kind of memory is, adjusted by feedback. */
  sourceQuality: Share,
  /** Falls from 0.95 if it was last stated today to 0 after 37 days. */
  recency: Share,
  /** 0.9 if other memories support it, 0.6 for a supposition, 0.4 if one contradicts it, else 0.75. */
  consistency: Share,
  /** Share of the possible details that it has: who, when, where, what it is about. */
  completeness: Share,
});
/** The five factors of certainty, each 0..1. */
export interface CertaintyFactors extends Of<typeof certaintyFactorsShape> {}
export const CertaintyFactors: SchemaOf<CertaintyFactors, typeof certaintyFactorsShape> =
  certaintyFactorsShape;

/** From the most to the least certain. */
export const CERTAINTY_LEVELS = ['very_high', 'high', 'medium', 'low', 'very_low'] as const;
export type CertaintyLevel = (typeof CERTAINTY_LEVELS)[number];

const certaintyShape = z.strictObject({
  factors: CertaintyFactors,
  /** The weighted factors, 0..1. */
  overall: Share,
  level: z.enum(CERTAINTY_LEVELS),
});
/** Heuristic reliability of one result; not a probability. */
export interface Certainty extends Of<typeof certaintyShape> {}
export const Certainty: SchemaOf<Certainty, typeof certaintyShape> = certaintyShape;

export const KNOWN_VERDICTS = ['known', 'unsure', 'unknown', 'lapsed', 'unjudged'] as const;
export type KnownVerdict = (typeof KNOWN_VERDICTS)[number];

const knownShape = z.strictObject({
  /**
   * The probability as a word: `known` from 0.55, `unknown` below 0.2, `unsure` between. `lapsed`: what answered has
   * ended or rests on something that changed, and nothing replaces it. `unjudged`: there is no probability.
   */
  verdict: z.enum(KNOWN_VERDICTS),
  /** Reasons for doubt, in words, or why there is no probability; empty for `known`. */
  doubts: z.array(z.string()),
  /** The memory that used to answer; only with the verdict `lapsed`. */
  lapsed: z.exactOptional(MemoryId),
});
/** Whether the bank knows anything that answers the question, in words. */
export interface Known extends Of<typeof knownShape> {}
export const Known: SchemaOf<Known, typeof knownShape> = knownShape;
