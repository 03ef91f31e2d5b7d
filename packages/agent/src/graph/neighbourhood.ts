import { z } from 'zod';
import {
  findNode,
  GraphNode,
  type GraphPorts,
  memoriesCited,
  nameNodes,
  type StatedLink,
  stateLinks,
  unnamed,
  type WalkedLink,
} from './nodes-and-links.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { EDGE_FAMILIES, EdgeRole, NodeId, nodeKind } from '@mneme/core/domain/graph.js';
import type { ContextId, EntityId, MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { placeOf, RelationValidity } from '@mneme/core/domain/layers.js';
import { Memory } from '@mneme/core/domain/memory.js';
import {
  flag,
  type Of,
  type SchemaOf,
  Share,
  textUpTo,
  wholeNumber,
} from '@mneme/core/domain/schema.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import { rolesOf, rolesWith } from '@mneme/core/indexes/edge-index.js';
import type { Store } from '@mneme/core/ports/store.js';

export const NeighbourhoodInput = z.strictObject({
  of: textUpTo(500).describe(
    'Where to start: a memory’s id or citation, an entity’s name or id, or words that describe a memory.',
  ),
  hops: wholeNumber(1, 3).default(1).describe('How far to walk, 1 to 3 links.'),
  families: z
    .array(z.enum(EDGE_FAMILIES))
    .min(1, 'name at least one family, or leave it out')
    .optional()
    .describe('Only these families of links.'),
  roles: z
    .array(EdgeRole)
    .min(1, 'name at least one role, or leave it out')
    .optional()
    .describe('Of these, only links of these roles, such as supersedes and derived_from.'),
  limit: wholeNumber(1, 200).default(20).describe('Most neighbours.'),
});
export type NeighbourhoodInput = z.input<typeof NeighbourhoodInput>;

const graphLinkShape = z.strictObject({
  from: NodeId,
  to: NodeId,
  role: EdgeRole,
  /** Name of the relation, as in `lives_in`; '' for links without one. */
  label: z.string(),
  /** 0..1. */
  weight: Share,
  ...RelationValidity.shape,
});
/** A link between two of the nodes, and its validity. */
export interface GraphLink extends Of<typeof graphLinkShape> {}
export const GraphLink: SchemaOf<GraphLink, typeof graphLinkShape> = graphLinkShape;

const neighbourhoodShape = z.strictObject({
  start: GraphNode,
  /** Nearest first; at equal distance valid ones before hearsay and superseded ones, then by strength. */
  neighbours: z.array(
    z.strictObject({
      node: GraphNode,
      hops: z.number(),
      strength: Share,
    }),
  ),
  /** The links by which they were reached. */
  links: z.array(GraphLink),
  /** Number of neighbours beyond the limit. */
  left: z.number(),
});
export interface Neighbourhood extends Of<typeof neighbourhoodShape> {}
export const Neighbourhood: SchemaOf<Neighbourhood, typeof neighbourhoodShape> = neighbourhoodShape;

interface Reached {
  readonly hops: number;
  /** Product of the weights on the way. */
  readonly strength: number;
  readonly link: (WalkedLink & { readonly weight: number }) | null;
}

/** Everything within a number of hops of a node, by the strongest path. */
export async function neighbourhoodOf(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<Neighbourhood> {
  const {
    of,
    hops,
    families = EDGE_FAMILIES,
    roles,
    limit,
  } = parseInput(NeighbourhoodInput, raw, 'graph');
  await bank.state.follow();
  const start = await findNode(of, 'graph.of', bank);
  const wanted = rolesOf(families) & (roles === undefined ? ~0 : rolesWith(roles));
  const reached = walk(start, hops, wanted, bank);
  reached.delete(start);
  const ordered = [...reached].sort(
    ([a, one], [b, other]) =>
      one.hops - other.hops || other.strength - one.strength || (a < b ? -1 : 1),
  );
  const names = await nameNodes([start, ...ordered.map(([id]) => id)], bank, ports);
  const known = ordered.filter(([id]) => names.has(id));
  const near = known.slice(0, limit);
  const stated = await stateLinks(
    near.flatMap(([, { link }]) => link ?? []),
    bank,
    ports,
  );
  const shown = near
    .map(([id, { hops: far, strength, link }]) => ({
      node: names.get(id) as GraphNode,
      hops: far,
      strength,
      link: link === null ? null : { ...link, ...stated(link) },
    }))
    .sort((a, b) => a.hops - b.hops || validityAt(a) - validityAt(b));
  return {
    start: names.get(start) ?? unnamed(start),
    neighbours: shown.map(({ node, hops: far, strength }) => ({ node, hops: far, strength })),
    links: shown.flatMap(({ link }) => link ?? []),
    left: known.length - shown.length,
  };
}

/** A neighbour ranks lower if it, or the link to it, is no longer valid. */
function validityAt({
  node,
  link,
}: {
  readonly node: GraphNode;
  readonly link: StatedLink | null;
}): number {
  return placeOf({
    validity: node.validity === 'superseded' ? 'superseded' : (link?.validity ?? 'current'),
    reported: link?.reported ?? false,
  });
}

function walk(
  start: NodeId,
  hops: number,
  /** See {@link rolesOf}. */
  roles: number,
  { state: { edges } }: OpenBank,
): Map<NodeId, Reached> {
  const reached = new Map<NodeId, Reached>([[start, { hops: 0, strength: 1, link: null }]]);
  let front: NodeId[] = [start];
  for (let far = 1; far <= hops; far++) {
    const next: NodeId[] = [];
    for (const id of front) {
      const node = edges.node(id);
      if (node === NONE) continue;
      for (const { other, role, weight, outgoing } of edges.links(node, roles)) {
        const there = edges.id(other);
        const strength = (reached.get(id)?.strength ?? 0) * weight;
        const before = reached.get(there);
        if (before !== undefined && (before.hops < far || before.strength >= strength)) continue;
        if (before === undefined) next.push(there);
        reached.set(there, {
          hops: far,
          strength,
          link: { from: outgoing ? id : there, to: outgoing ? there : id, role, weight },
        });
      }
    }
    front = next;
  }
  return reached;
}

export const CiteInput = z.strictObject({
  tags: z
    .array(textUpTo(60))
    .min(1, 'name 1 to 10 citations')
    .max(10, 'name 1 to 10 citations')
    .describe('Citations as a context has them: [m_7wa4]. Ids do as well.'),
  neighbours: flag('Also what each memory is linked to.'),
});
export type CiteInput = z.input<typeof CiteInput>;

const expansionShape = z.strictObject({
  tag: z.string(),
  /** Several if a short tag has become ambiguous. Empty if it is no citation of this bank. */
  memories: z.array(Memory),
  neighbours: z.array(GraphNode),
});
export interface Expansion extends Of<typeof expansionShape> {}
export const Expansion: SchemaOf<Expansion, typeof expansionShape> = expansionShape;

const MAX_NEIGHBOURS = 10;

/** The memories behind citations, complete and verbatim; retracted ones are left out. */
export async function expandCitations(
  raw: unknown,
  bank: OpenBank,
  ports: GraphPorts,
): Promise<{ readonly expansions: readonly Expansion[]; readonly unknown: readonly string[] }> {
  const { tags, neighbours } = parseInput(CiteInput, raw, 'cite');
  await bank.state.follow();
  const expansions: Expansion[] = [];
  for (const tag of tags) {
    const memories = (await bank.state.memories.get(memoriesCited(tag, bank))).filter(
      ({ retractedAt }) => retractedAt === null,
    );
    expansions.push({
      tag,
      memories,
      neighbours: neighbours
        ? await around(
            memories.map(({ id }) => id),
            bank,
            ports,
          )
        : [],
    });
  }
  return {
    expansions,
    unknown: expansions.flatMap(({ tag, memories }) => (memories.length === 0 ? [tag] : [])),
  };
}

async function around(
  ids: readonly MemoryId[],
  bank: OpenBank,
  ports: GraphPorts,
): Promise<GraphNode[]> {
  const found = new Map<string, GraphNode>();
  for (const of of ids)
    for (const { node } of (await neighbourhoodOf({ of, limit: MAX_NEIGHBOURS }, bank, ports))
      .neighbours)
      found.set(node.id, node);
  return [...found.values()];
}

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
