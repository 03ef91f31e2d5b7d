import { z } from 'zod';
import type { MemoryId } from '../ids.js';
import { Interval, type Of, type SchemaOf, Share } from '../schema.js';
import type { Instant } from '../time.js';

/** Where a transition rule comes from. */
const TRANSITION_SOURCES = ['observed', 'inferred', 'told', 'hypothesised'] as const;
export const TransitionSource = z.enum(TRANSITION_SOURCES);
export type TransitionSource = z.infer<typeof TransitionSource>;

const outlookShape = z.strictObject({
  state: z.array(z.string()),
  /** 0..1. */
  probability: z.number(),
});
/** A possible result of an action, with its probability. */
export interface Outlook extends Of<typeof outlookShape> {}
export const Outlook: SchemaOf<Outlook, typeof outlookShape> = outlookShape;

const transitionPatternShape = z.strictObject({
  domain: z.string(),
  action: z.string(),
  /** Conditions that must hold or, with a leading "not ", must not. */
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
/** A learned rule: in this context, this action leads to that state. */
export interface TransitionPattern extends Of<typeof transitionPatternShape> {}
export const TransitionPattern: SchemaOf<TransitionPattern, typeof transitionPatternShape> =
  transitionPatternShape;

/** One observation of an action, packed: indexes of the conditions that held, and the index of the outcome. */
export type Sighting = readonly [conditions: readonly number[], outcome: number];

/** A rule that was stated or assumed, but never observed. */
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
  /** Total number of observations, and of resets because the rules changed. */
  readonly seen: number;
  readonly changes: number;
  readonly stated: readonly StatedRule[];
  /** Predictions based on it: how many were made, and how many came true. */
  readonly foretold: { readonly made: number; readonly came: number };
}

export const MAX_SIGHTINGS = 240;

/** A recorded expectation, so that it can be compared with the outcome. */
export interface Prediction {
  readonly domain: string;
  readonly action: string;
  readonly context: readonly string[];
  readonly state: readonly string[];
  /** 0..1. */
  readonly probability: number;
  /** The transition record it is based on; null if the caller stated it. */
  readonly model: string | null;
  /** Opinions and facts it relies on. */
  readonly beliefs: readonly MemoryId[];
  /** The outcome; null while it is open. */
  readonly outcome: {
    readonly state: readonly string[];
    readonly came: boolean;
    readonly at: Instant;
  } | null;
}

/** What a user or system does, and when: counts of successions, and by hour of the week. */
export interface Habit {
  /** The name of a user, a system or a service. */
  readonly entity: string;
  /** For each action, what came next and how often; '' is the start of a session. */
  readonly follows: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Actions in each of the 168 hours of the week from Monday 00:00 UTC, by hour. */
  readonly hours: Readonly<Record<string, number>>;
  readonly last: { readonly doing: string; readonly at: Instant } | null;
  readonly seen: number;
  /** Predictions of the next action, and how many were right. */
  readonly guesses: { readonly made: number; readonly right: number };
  /** Sum and count of the pauses between two actions in a session, in milliseconds. */
  readonly pauses: { readonly sum: number; readonly count: number };
}
