import { z } from 'zod';

/** Where a rule of the world comes from (capability P19). */
export const TRANSITION_SOURCES = ['observed', 'inferred', 'told', 'hypothesised'] as const;
export const TransitionSource = z.enum(TRANSITION_SOURCES);
export type TransitionSource = z.infer<typeof TransitionSource>;

/** What may follow from an action, and how likely. */
export interface Outlook {
  readonly state: readonly string[];
  /** 0..1. */
  readonly probability: number;
}

/** A learned "in this context this action leads to that". */
export interface TransitionPattern {
  readonly domain: string;
  readonly action: string;
  /** Conditions that hold, and, with a leading "not ", that do not. */
  readonly preconditions: readonly string[];
  readonly postconditions: readonly string[];
  /** Moving average of how often the postconditions came, 0..1. */
  readonly reliability: number;
  readonly sampleSize: number;
  /** 95 % Wilson score interval of how often they came. */
  readonly interval: readonly [number, number];
  readonly alternatives: readonly Outlook[];
  readonly source: TransitionSource;
}

/** What was seen of one action, packed: numbers of conditions that held, and the number of what followed. */
export type Sighting = readonly [conditions: readonly number[], outcome: number];

/** A rule that somebody stated, or that was supposed, and nobody has seen yet. */
export interface StatedRule {
  readonly preconditions: readonly string[];
  readonly postconditions: readonly string[];
  readonly source: Exclude<TransitionSource, 'observed'>;
}

/** All that is known of what one action does in one domain: the latest sightings, from which the patterns are read. */
export interface ActionModel {
  readonly domain: string;
  readonly action: string;
  readonly conditions: readonly string[];
  readonly outcomes: readonly (readonly string[])[];
  /** Oldest first, at most {@link MOST_SIGHTINGS}; those from before a change of the rules are dropped. */
  readonly sightings: readonly Sighting[];
  /** Sightings ever, and those dropped because the rules changed. */
  readonly seen: number;
  readonly changes: number;
  readonly stated: readonly StatedRule[];
  /** Predictions that memory made of it: how many, and how many came true. */
  readonly foretold: { readonly made: number; readonly came: number };
}

export const MOST_SIGHTINGS = 240;
