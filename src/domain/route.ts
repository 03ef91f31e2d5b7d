import type { ReasoningType } from './reasoning.js';

/** What a question is after (capability A2), in the order in which one goes before another of equal weight. */
export const QUERY_TYPES = [
  'temporal',
  'relational',
  'planning',
  'procedural',
  'prospective',
  'meta',
  'factual',
] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

/** Which sort of memory answers (capability P1): what is known, how things are done, what is to come. */
export const PARADIGMS = ['declarative', 'procedural', 'predictive'] as const;
export type Paradigm = (typeof PARADIGMS)[number];

/** One reading of a question with the words that led to it. */
export interface RouteReading<Value> {
  readonly value: Value;
  /** The question's words that decided; empty where it is the default. */
  readonly cues: readonly string[];
  /** 0..1: the decisive cues' weight beside that of what speaks for another value; 0.5 where nothing speaks for any. */
  readonly sure: number;
}

/** Where a question leads, read off its words by rules (capabilities A2, P1, U5). */
export interface Route {
  readonly type: RouteReading<QueryType>;
  /** At least one, in the order of {@link PARADIGMS}; all of them when it is unclear. */
  readonly paradigms: RouteReading<readonly Paradigm[]>;
  readonly reasoning: RouteReading<ReasoningType>;
}
