import { z } from 'zod';
import { REASONING_TYPES } from './reasoning.js';
import { Share, type Of, type SchemaOf } from './schema.js';

/** Kinds of question, in order of precedence at equal weight. */
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

/** Types of memory that answer: facts, procedures, predictions. */
export const PARADIGMS = ['declarative', 'procedural', 'predictive'] as const;
export type Paradigm = (typeof PARADIGMS)[number];

/** One classification of a question with the words that led to it. */
export const readingOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    /** The question's words that decided; empty for the default. */
    cues: z.array(z.string()),
    /** 0..1: the weight of the decisive cues against those for other values; 0.5 without any cues. */
    sure: Share,
  });
export type RouteReading<Value> = Of<ReturnType<typeof readingOf<z.ZodType<Value>>>>;

export const ParadigmsReading = readingOf(z.array(z.enum(PARADIGMS)));

const routeShape = z.strictObject({
  type: readingOf(z.enum(QUERY_TYPES)),
  /** At least one, in the order of {@link PARADIGMS}; all of them when it is unclear. */
  paradigms: ParadigmsReading,
  reasoning: readingOf(z.enum(REASONING_TYPES)),
});
/** How a question is routed, by rules on its words. */
export interface Route extends Of<typeof routeShape> {}
export const Route: SchemaOf<Route, typeof routeShape> = routeShape;
