import { z } from 'zod';
import { LAYERS, LAYERS_OF, type Layer } from '../domain/layers.js';
import { parseInput } from '../domain/parse-input.js';
import type { Route } from '../domain/route.js';
import { readRoute } from '../language/route/read-route.js';

export const RouteInput = z.strictObject({
  query: z
    .string()
    .max(4_096, 'at most 4,096 characters')
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('The question, 1 to 4,096 characters.'),
});
export type RouteInput = z.input<typeof RouteInput>;

/** Where a question leads, without recalling. */
export interface RouteAnswer extends Route {
  readonly query: string;
  /** The layers that answer its type. */
  readonly layers: readonly Layer[];
}

export function routeQuestion(raw: unknown): RouteAnswer {
  const { query } = parseInput(RouteInput, raw, 'route');
  const route = readRoute(query);
  return {
    query,
    ...route,
    layers: LAYERS.filter((layer) => LAYERS_OF[route.type.value].includes(layer)),
  };
}
