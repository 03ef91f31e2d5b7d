import { z } from 'zod';
import { EDGE_FAMILIES, EdgeRole, nodeKind, NodeId } from '@mneme/core/domain/graph.js';
import type { ContextId, EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, type SchemaOf, wholeNumber, flag } from '@mneme/core/domain/schema.js';
import { rolesOf } from '@mneme/core/indexes/edge-index.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { OpenBank } from '@mneme/core/bank/core.js';

const MAX_NODES = 50_000;

export const GraphMapInput = z.strictObject({
  families: z
    .array(z.enum(EDGE_FAMILIES))
    .min(1, 'name at least one family, or leave it out')
    .optional()
    .describe('Only these families of links.'),
  memories: flag('Whether memories are in it, beside people and things.', true),
  limit: wholeNumber(1, MAX_NODES)
    .default(200)
    .describe('Most nodes: the most linked entities, then the newest memories.'),
});
export type GraphMapInput = z.input<typeof GraphMapInput>;

const mapNodeShape = z.strictObject({
  id: NodeId,
  /** A memory's kind, an entity's type, or `context`. */
  kind: z.string(),
  /** Null for a memory: `show` returns its words. */
  name: z.string().nullable(),
  /** Number of links, drawn or not. */
  links: z.number(),
  /** For a memory: whether it was superseded. */
  superseded: z.boolean(),
});
export interface MapNode extends Of<typeof mapNodeShape> {}
export const MapNode: SchemaOf<MapNode, typeof mapNodeShape> = mapNodeShape;

const graphMapShape = z.strictObject({
  nodes: z.array(MapNode),
  /** Links between them, as three parallel lists: the indexes of both ends in `nodes`, and the role. */
  from: z.array(z.number()),
  to: z.array(z.number()),
  roles: z.array(EdgeRole),
  /** Number of nodes with a link, including those left out. */
  total: z.number(),
});
export interface GraphMap extends Of<typeof graphMapShape> {}
export const GraphMap: SchemaOf<GraphMap, typeof graphMapShape> = graphMapShape;

/** A bank's entities and memories with their links, for drawing. Reads only caches, except for names of contexts. */
export async function mapGraph(
  raw: unknown,
  { name: bank, state }: OpenBank,
  store: Pick<Store, 'contexts'>,
): Promise<GraphMap> {
  const { families = EDGE_FAMILIES, memories, limit } = parseInput(GraphMapInput, raw, 'graph');
  await state.follow();
  const { edges } = state;
  const roles = rolesOf(families);
  const degrees = new Map<number, number>();
  const count = (node: number): void => void degrees.set(node, (degrees.get(node) ?? 0) + 1);
  const wanted = (node: number): boolean => memories || edges.slot(node) < 0;
  edges.visit(roles, (from, to) => {
    if (!wanted(from) || !wanted(to)) return;
    count(from);
    count(to);
  });
  const chosen = [...degrees.keys()].sort(byWorth).slice(0, limit);
  const places = new Map(chosen.map((node, at) => [node, at]));
  const links = { from: [] as number[], to: [] as number[], roles: [] as EdgeRole[] };
  edges.visit(roles, (from, to, role) => {
    const [start, end] = [places.get(from), places.get(to)];
    if (start === undefined || end === undefined) return;
    links.from.push(start);
    links.to.push(end);
    links.roles.push(role);
  });
  const topics = await contextNames(chosen.map((node) => edges.id(node)));
  return { nodes: chosen.map(asNode), ...links, total: degrees.size };

  async function contextNames(ids: readonly NodeId[]): Promise<ReadonlyMap<string, string>> {
    const found = await store.contexts(
      bank,
      ids.filter((id): id is ContextId => nodeKind(id) === 'context'),
    );
    return new Map(found.map((context) => [context.id, context.name]));
  }

  /** Entities and contexts by number of links first, then memories, newest first. */
  function byWorth(a: number, b: number): number {
    const [one, other] = [edges.slot(a), edges.slot(b)];
    if (one < 0 && other < 0) return (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0) || a - b;
    return one < 0 ? -1 : other < 0 ? 1 : other - one;
  }

  function asNode(node: number): MapNode {
    const id = edges.id(node);
    const slot = edges.slot(node);
    const entity = state.entities.get(id as EntityId);
    return {
      id,
      kind: slot >= 0 ? state.index.kind(slot) : (entity?.type ?? 'context'),
      name: slot >= 0 ? null : (entity?.name ?? topics.get(id) ?? id),
      links: degrees.get(node) ?? 0,
      superseded:
        slot >= 0 && (state.index.succeeded(id as MemoryId)?.supersededBy ?? null) !== null,
    };
  }
}
