import { z } from 'zod';
import type { MemoryId } from './ids.js';
import { Interval, type Of, type SchemaOf, Share } from './schema.js';
import type { Instant } from './time.js';

const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export const Difficulty = z.enum(DIFFICULTIES);
export type Difficulty = z.infer<typeof Difficulty>;

/** Prior distributions of a success rate: alpha and beta. */
export const PRIORS = {
  optimistic: [3, 1],
  pessimistic: [1, 3],
  jeffreys: [0.5, 0.5],
} as const satisfies Record<string, readonly [number, number]>;
export const PriorName = z.enum(['optimistic', 'pessimistic', 'jeffreys']);
export type PriorName = z.infer<typeof PriorName>;

/** A Beta distribution over a rate of success: prior and observations. */
export interface RateModel {
  readonly alpha: number;
  readonly beta: number;
  readonly successes: number;
  readonly failures: number;
}

/** One estimate and its outcome. */
export interface CalibrationPoint {
  readonly at: Instant;
  readonly predicted: number;
  readonly actual: boolean;
  readonly difficulty: Difficulty | null;
}

/** Effort of a capability's tasks, as running moments. */
export interface Effort {
  readonly runs: number;
  readonly mean: number;
  /** Sum of squared distances from the mean (Welford 1962). */
  readonly spread: number;
  readonly least: number;
  readonly most: number;
}

/** How well an agent does a kind of task. */
export interface Competence {
  readonly capability: string;
  readonly domain: string;
  readonly prior: PriorName | 'benchmark';
  readonly model: RateModel;
  readonly byDifficulty: Readonly<Partial<Record<Difficulty, RateModel>>>;
  readonly failureModes: Readonly<Record<string, number>>;
  /** The latest, oldest first. */
  readonly calibration: readonly CalibrationPoint[];
  readonly steps: Effort;
  readonly tokens: Effort;
  readonly seconds: Effort;
  /** Uses of the field's strategies that are already counted; absent before the first. */
  readonly fromStrategies?: StrategyTally;
}

/** Uses of the strategies in one field. */
export interface StrategyTally {
  readonly applications: number;
  readonly successes: number;
  readonly failureModes: Readonly<Record<string, number>>;
}

export const NO_USES: StrategyTally = Object.freeze({
  applications: 0,
  successes: 0,
  failureModes: {},
});
export const MAX_CALIBRATION = 200;
export const NO_EFFORT: Effort = Object.freeze({ runs: 0, mean: 0, spread: 0, least: 0, most: 0 });

/** Counts by text. */
export type Counts = Readonly<Record<string, number>>;

/** The count of a text; safe for names of inherited properties such as "constructor". */
export function countOf(counts: Counts, text: string): number {
  return Object.hasOwn(counts, text) ? (counts[text] ?? 0) : 0;
}

/** The counts with one text's count raised by `by`. */
export function withMore(counts: Counts, text: string, by = 1): Counts {
  return { ...counts, [text]: countOf(counts, text) + by };
}

const Z95 = 1.959963984540054;

/** The 95 % score interval of a proportion of `n` (Wilson 1927); [0, 1] for no observations. */
export function wilson(hits: number, n: number): readonly [number, number] {
  if (n === 0) return [0, 1];
  const share = hits / n;
  const squared = Z95 * Z95;
  const centre = (share + squared / (2 * n)) / (1 + squared / n);
  const half =
    (Z95 / (1 + squared / n)) * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

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
