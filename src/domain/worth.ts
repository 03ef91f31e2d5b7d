import { z } from 'zod';
import { OwnText } from './texts.js';
import type { Of, SchemaOf } from './schema.js';

/** −1 (it does harm, or nothing is gained by it) to 1. */
const Reward = z.number().min(-1).max(1);

const worthSuggestionShape = z.strictObject({
  why: OwnText,
  /** Its name in the table of operations. */
  operation: OwnText,
  input: z.record(z.string(), z.unknown()),
});
/** What would raise the worth of a memory: an operation as it can be called. */
export interface WorthSuggestion extends Of<typeof worthSuggestionShape> {}
export const WorthSuggestion: SchemaOf<WorthSuggestion, typeof worthSuggestionShape> =
  worthSuggestionShape;

const worthShape = z.strictObject({
  /** The mean of the three parts. Above 0.3 it was good to keep; a low one is no verdict. */
  reward: Reward,
  /** How it grows into the bank: new to it, or fitting it, by the age of the bank; a near copy loses. */
  gardener: Reward,
  /** How well it is kept: who said it, of what, why, and how sure. */
  curator: Reward,
  /** How likely a later question needs it, by a model fitted on conversations of others. */
  assessor: Reward,
  explanation: OwnText,
  suggestions: z.array(WorthSuggestion),
});
/** What it was worth to keep a text. It is kept whatever it is worth. */
export interface Worth extends Of<typeof worthShape> {}
export const Worth: SchemaOf<Worth, typeof worthShape> = worthShape;

/** From here on it was good to keep. A low reward is no verdict: it is often wrong on what people tell of their lives. */
export const GOOD = 0.3;
