import { z } from 'zod';
import { type Of, type SchemaOf, Share, Interval } from '../schema.js';

/** Where a rule of the world comes from. */
export const TRANSITION_SOURCES = ['observed', 'inferred', 'told', 'hypothesised'] as const;
export const TransitionSource = z.enum(TRANSITION_SOURCES);
export type TransitionSource = z.infer<typeof TransitionSource>;

const outlookShape = z.strictObject({
  state: z.array(z.string()),
  /** 0..1. */
  probability: z.number(),
});
/** What may follow from an action, and how likely. */
export interface Outlook extends Of<typeof outlookShape> {}
export const Outlook: SchemaOf<Outlook, typeof outlookShape> = outlookShape;

const transitionPatternShape = z.strictObject({
  domain: z.string(),
  action: z.string(),
  /** Conditions that hold, and, with a leading "not ", that do not. */
  preconditions: z.array(z.string()),
  postconditions: z.array(z.string()),
  /** Moving average of how often the postconditions followed, 0..1. */
  reliability: Share,
  sampleSize: z.number(),
  /** 95 % Wilson score interval of how often they followed. */
  interval: Interval,
  alternatives: z.array(Outlook),
  source: TransitionSource,
});
/** A learned "in this context this action leads to that". */
export interface TransitionPattern extends Of<typeof transitionPatternShape> {}
export const TransitionPattern: SchemaOf<TransitionPattern, typeof transitionPatternShape> =
  transitionPatternShape;

/** One observation of an action, packed: the numbers of the conditions that held, and the number of the outcome. */
export type Sighting = readonly [conditions: readonly number[], outcome: number];

/** A rule that somebody stated or assumed, and that was never observed. */
export interface StatedRule {
  readonly preconditions: readonly string[];
  readonly postconditions: readonly string[];
  readonly source: Exclude<TransitionSource, 'observed'>;
}

/** Everything known about an action in one domain: the latest observations, from which the patterns are computed. */
export interface ActionModel {
  readonly domain: string;
  readonly action: string;
  readonly conditions: readonly string[];
  readonly outcomes: readonly (readonly string[])[];
  /** Oldest first, at most {@link MAX_SIGHTINGS}; those from before a change of the rules are dropped. */
  readonly sightings: readonly Sighting[];
  /** Observations ever, and those dropped because the rules changed. */
  readonly seen: number;
  readonly changes: number;
  readonly stated: readonly StatedRule[];
  /** The memory's predictions of it: how many, and how many came true. */
  readonly foretold: { readonly made: number; readonly came: number };
}

export const MAX_SIGHTINGS = 240;
