import { z } from 'zod';
import { LAYERS, LAYERS_OF, Layer } from '../domain/layers.js';
import { parseInput } from '../domain/parse-input.js';
import { readingOf, QUERY_TYPES, ParadigmsReading } from '../domain/route.js';
import { readRoute } from '../language/route/read-route.js';
import { REASONING_TYPES } from '../domain/reasoning.js';
import type { Of, SchemaOf } from '../domain/schema.js';

export const RouteInput = z.strictObject({
  query: z
    .string()
    .max(4_096, 'at most 4,096 characters')
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('The question, 1 to 4,096 characters.'),
});
export type RouteInput = z.input<typeof RouteInput>;

const routeAnswerShape = z.strictObject({
  query: z.string(),
  type: readingOf(z.enum(QUERY_TYPES)),
  paradigms: ParadigmsReading,
  reasoning: readingOf(z.enum(REASONING_TYPES)),
  /** The layers that answer its type. */
  layers: z.array(Layer),
});
/** Where a question leads, without recalling. */
export interface RouteAnswer extends Of<typeof routeAnswerShape> {}
export const RouteAnswer: SchemaOf<RouteAnswer, typeof routeAnswerShape> = routeAnswerShape;

export function routeQuestion(raw: unknown): RouteAnswer {
  const { query } = parseInput(RouteInput, raw, 'route');
  const route = readRoute(query);
  return {
    query,
    ...route,
    layers: LAYERS.filter((layer) => LAYERS_OF[route.type.value].includes(layer)),
  };
}
