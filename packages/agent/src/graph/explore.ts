import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, type SchemaOf, wholeNumber } from '@mneme/core/domain/schema.js';
import { DiagramInput, drawDiagram } from './diagram.js';
import { findPath, PathAnswer, PathInput } from './find-path.js';
import { GraphMap, mapGraph } from './graph-map.js';
import type { GraphPorts } from './nodes-and-links.js';
import { Neighbourhood, NeighbourhoodInput, neighbourhoodOf } from './neighbourhood.js';

const MAX_NODES = 50_000;

export const GraphInput = z.strictObject({
  of: NeighbourhoodInput.shape.of
    .optional()
    .describe(
      'Where to start: a memory’s id or citation, an entity’s name or id, or words that describe a memory. Default: the whole bank.',
    ),
  to: PathInput.shape.to.optional().describe('Where to arrive: how the two hang together.'),
  hops: PathInput.shape.hops
    .removeDefault()
    .optional()
    .describe('How far to walk: up to 3 links around something, default 1; on a way 6, default 4.'),
  families: NeighbourhoodInput.shape.families,
  roles: NeighbourhoodInput.shape.roles,
  type: PathInput.shape.type
    .removeDefault()
    .optional()
    .describe(
      'Of a way: causal, from causes to effects alone; semantic, by what is alike, related or of a kind; any link.',
    ),
  alternatives: z
    .boolean()
    .optional()
    .describe('Also up to two other ways that share no step with the best.'),
  memories: z
    .boolean()
    .optional()
    .describe('Of the whole bank: whether memories are in it, beside people and things.'),
  limit: wholeNumber(1, MAX_NODES)
    .optional()
    .describe('Most nodes: around something 200, default 20; of the whole bank default 200.'),
  mermaid: DiagramInput.shape.mermaid
    .removeDefault()
    .optional()
    .describe(
      'Draw it as a Mermaid flowchart: its neighbourhood; its lineage, how a memory came to be as it is; its causes or effects, as memories state them.',
    ),
});
export type GraphInput = z.input<typeof GraphInput>;

const explorationShape = z.strictObject({
  /** Neighbourhood of the start. */
  around: Neighbourhood.optional(),
  /** How start and end are connected. */
  between: PathAnswer.optional(),
  /** The whole bank, where no start was given. */
  map: GraphMap.optional(),
  /** The start as a Mermaid flowchart. */
  mermaid: z.string().optional(),
});
/** A part of the bank as a graph: exactly one of these. */
export interface Exploration extends Of<typeof explorationShape> {}
export const Exploration: SchemaOf<Exploration, typeof explorationShape> = explorationShape;

/** Fields that each mode accepts. */
const TAKEN = {
  map: ['families', 'memories', 'limit'],
  around: ['of', 'hops', 'families', 'roles', 'limit'],
  between: ['of', 'to', 'hops', 'type', 'alternatives'],
  mermaid: ['of', 'hops', 'limit', 'mermaid'],
} as const;

/** The bank as a graph: a neighbourhood, a path, the whole, or a diagram. Throws `not_found`, `invalid_input`. */
export async function explore(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Exploration> {
  const asked = parseInput(GraphInput, raw, 'graph');
  if (asked.mermaid !== undefined)
    return { mermaid: await drawDiagram(only(asked, 'mermaid'), bank, ports) };
  if (asked.to !== undefined)
    return { between: await findPath(only(asked, 'between'), bank, ports) };
  return asked.of === undefined
    ? { map: await mapGraph(only(asked, 'map'), bank, ports.store) }
    : { around: await neighbourhoodOf(only(asked, 'around'), bank, ports) };
}

/** The fields given; one that the mode does not use is rejected rather than ignored. */
function only(asked: z.output<typeof GraphInput>, way: keyof typeof TAKEN): object {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const taken: readonly string[] = TAKEN[way];
  const idle = given.find(([field]) => !taken.includes(field));
  if (idle === undefined) return Object.fromEntries(given);
  const [field, value] = idle;
  throw new MnemeError('invalid_input', `graph.${field}: has no meaning here.`, {
    field: `graph.${field}`,
    value,
    hint: `This takes ${taken.join(', ')}.`,
  });
}
