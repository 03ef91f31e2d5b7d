import { z } from 'zod';
import { TransitionSource } from '../../domain/world-model.js';
import type { Instant } from '../../domain/time.js';
import { textUpTo } from '../../domain/schema.js';

/** The text of an action, capability or condition. */
export const Words = textUpTo(300);
export const States = z.array(Words).max(50, 'at most 50');
export const Chance = z
  .number('must be a number from 0 to 1')
  .min(0, 'must be 0 to 1')
  .max(1, 'must be 0 to 1');

export const TransitionSighting = z.strictObject({
  action: Words.describe('What was done.'),
  context: States.default([]).describe('What held before.'),
  state: States.describe('What held afterwards.'),
  domain: Words.default('general').describe('The field.'),
  source: TransitionSource.default('observed').describe(
    'Seen, or only inferred, told or supposed; what was not seen counts as a rule, not as a sighting.',
  ),
});
export type TransitionSighting = z.output<typeof TransitionSighting>;

/** Lookup keys of records. */
export const transitionKey = (domain: string, action: string): string =>
  `${domain.toLowerCase()}|${action.trim().toLowerCase().replaceAll(/\s+/gu, ' ')}`;
export const competenceKey = (capability: string): string => capability.trim().toLowerCase();

/** The day of a moment, as written in texts. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
