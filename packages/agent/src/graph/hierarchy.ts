import { z } from 'zod';
import type { Edge, NodeId } from '@mneme/core/domain/graph.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { EntityId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import type { Store } from '@mneme/core/ports/store.js';
import { HierarchyRelation, type BankHierarchies } from '@mneme/core/bank/bank-links.js';
import { resolveName } from '@mneme/core/bank/resolve-name.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { Share, type Of, type SchemaOf, textUpTo, flag } from '@mneme/core/domain/schema.js';
import { QuotedMemory } from '@mneme/core/domain/memory.js';
import { pageInput, pageOutput } from '@mneme/core/domain/page.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';

const Name = textUpTo(200);

export const HierarchyInput = z.strictObject({
  name: Name.describe('Where to start: a name the bank knows, or an entity’s id.'),
  kind: Name.optional().describe('What it may be a kind or a part of: whether it is.'),
  direction: z
    .enum(['ancestors', 'descendants'])
    .default('ancestors')
    .describe('What it is, or what is of it.'),
  relation: HierarchyRelation.optional().describe(
    'Which links count. Default: any; with a kind, is_a.',
  ),
  likelihood: flag(
    'With a kind, also estimate how likely it is where nobody told it. Trains on the bank’s links at first use.',
  ),
  ...pageInput('Most names to list.', 50, 500),
});
export type HierarchyInput = z.input<typeof HierarchyInput>;

const hierarchyNodeShape = z.strictObject({
  id: EntityId,
  name: z.string(),
});
export interface HierarchyNode extends Of<typeof hierarchyNodeShape> {}
export const HierarchyNode: SchemaOf<HierarchyNode, typeof hierarchyNodeShape> = hierarchyNodeShape;

const hierarchyLinkShape = z.strictObject({
  from: HierarchyNode,
  relation: z.enum(['is_a', 'part_of']),
  to: HierarchyNode,
  confidence: Share,
  evidence: QuotedMemory.nullable(),
});
/** One link of a chain, with the memory that states it. */
export interface HierarchyLink extends Of<typeof hierarchyLinkShape> {}
export const HierarchyLink: SchemaOf<HierarchyLink, typeof hierarchyLinkShape> = hierarchyLinkShape;

const isAAnswerShape = z.strictObject({
  kind: HierarchyNode,
  /** Whether it was stated, directly or link by link. Open world: what was not stated is not denied. */
  holds: z.boolean(),
  /** Product of the links' confidences, 0..1; 0 if it does not hold. */
  confidence: Share,
  /** Whether the reverse was stated: every dog is an animal, not every animal a dog. */
  reversed: z.boolean(),
  /** The links that show it, from the entity up; empty if it does not hold. */
  chain: z.array(HierarchyLink),
  /** The nearest common kinds, if neither is a kind of the other. */
  common: z.array(HierarchyNode),
  /** 0..1; null if not requested, or if there is too little or too much data to learn from. */
  likelihood: Share.nullable(),
});
export interface IsAAnswer extends Of<typeof isAAnswerShape> {}
export const IsAAnswer: SchemaOf<IsAAnswer, typeof isAAnswerShape> = isAAnswerShape;

const hierarchyAnswerShape = z.strictObject({
  entity: HierarchyNode,
  direction: z.enum(['ancestors', 'descendants']),
  relation: z.enum(['is_a', 'part_of', 'any']),
  /** Whether it is of the requested kind; null without one. */
  isA: IsAAnswer.nullable(),
  /** Nearest first. */
  found: z.array(
    z.strictObject({
      entity: HierarchyNode,
      depth: z.number(),
      chain: z.array(HierarchyLink),
    }),
  ),
  /** Total number; `found` may be a part. */
  total: z.number(),
  /** Links left out because they would close a cycle with earlier ones. */
  circles: z.array(HierarchyLink),
  ...pageOutput,
});
export interface HierarchyAnswer extends Of<typeof hierarchyAnswerShape> {}
export const HierarchyAnswer: SchemaOf<HierarchyAnswer, typeof hierarchyAnswerShape> =
  hierarchyAnswerShape;

/** Whether one thing is a kind (or a part) of another, by the bank's own links. */
async function isA(
  from: EntityId,
  { kind, relation, likelihood }: Asked,
  bank: OpenBank,
  store: Store,
): Promise<IsAAnswer> {
  const to = resolveName(kind, 'kind', bank).id;
  const hierarchy = bank.hierarchies.of(relation);
  const edges = edgesAlong(hierarchy.chain(from, to), relation, bank.hierarchies);
  const holds = edges.length > 0;
  const reversed = hierarchy.isBelow(to, from);
  const naming = await nameNodes(edges, bank, store);
  return {
    kind: naming.node(to),
    holds,
    confidence: holds ? edges.reduce((product, edge) => product * edge.confidence, 1) : 0,
    reversed,
    chain: edges.map(naming.link),
    common:
      holds || reversed
        ? []
        : hierarchy.nearestCommon(from, to).map((id) => naming.node(id as EntityId)),
    likelihood: likelihood ? hierarchy.likelihood(from, to) : null,
  };
}

interface Asked {
  readonly kind: string;
  readonly relation: HierarchyRelation;
  readonly likelihood: boolean;
}

/**
 * What is above or below a name in the bank's hierarchy, nearest first, each with the links that show it; and whether
 * it is of a kind.
 */
export async function listHierarchy(
  raw: unknown,
  bank: OpenBank,
  store: Store,
): Promise<HierarchyAnswer> {
  const asked = parseInput(HierarchyInput, raw, 'hierarchy');
  const { name, direction, kind, likelihood } = asked;
  const relation = asked.relation ?? (kind === undefined ? 'any' : 'is_a');
  const walk = parsePageRequest('hierarchy', bank.name, asked);
  await follow(bank);
  const { id } = resolveName(name, 'name', bank);
  const told =
    kind === undefined ? null : await isA(id, { kind, relation, likelihood }, bank, store);
  const hierarchy = bank.hierarchies.of(relation);
  const relatives = direction === 'ancestors' ? hierarchy.ancestors(id) : hierarchy.descendants(id);
  const { page, next } = pageOf(relatives, walk, ({ node, depth }) => [
    depth,
    bank.state.entities.get(node as EntityId)?.name ?? '',
    node,
  ]);
  const shown = page.map(({ node, depth }) => {
    const [lower, upper] = direction === 'ancestors' ? [id, node] : [node, id];
    return {
      node,
      depth,
      edges: edgesAlong(hierarchy.chain(lower, upper), relation, bank.hierarchies),
    };
  });
  const circles = hierarchy.circles.flatMap(
    ({ child, parent }) => bank.hierarchies.link(child, parent, relation) ?? [],
  );
  const naming = await nameNodes([...shown.flatMap(({ edges }) => edges), ...circles], bank, store);
  return {
    entity: naming.node(id),
    direction,
    relation,
    isA: told,
    found: shown.map(({ node, depth, edges }) => ({
      entity: naming.node(node as EntityId),
      depth,
      chain: edges.map(naming.link),
    })),
    total: relatives.length,
    circles: circles.map(naming.link),
    next,
  };
}

async function follow(bank: OpenBank): Promise<void> {
  await bank.state.follow();
  await bank.hierarchies.follow(bank.state.sequence);
}

function edgesAlong(
  chain: readonly string[] | null,
  relation: HierarchyRelation,
  hierarchies: BankHierarchies,
): Edge[] {
  return (chain ?? [])
    .slice(1)
    .flatMap((parent, at) => hierarchies.link(chain?.[at] ?? '', parent, relation) ?? []);
}

interface Naming {
  node(id: NodeId): HierarchyNode;
  link(edge: Edge): HierarchyLink;
}

/** Loads the evidence of the links, to describe them. */
async function nameNodes(
  edges: readonly Edge[],
  { name, state }: OpenBank,
  store: Store,
): Promise<Naming> {
  const evidence = [...new Set(edges.flatMap((edge) => edge.evidence ?? []))];
  const memories = new Map(
    (await store.get(name, evidence)).map((memory): [MemoryId, Memory] => [memory.id, memory]),
  );
  const node = (id: NodeId): HierarchyNode => ({
    id: id as EntityId,
    name: state.entities.get(id)?.name ?? id,
  });
  return {
    node,
    link: (edge) => {
      const memory = edge.evidence === null ? undefined : memories.get(edge.evidence);
      return {
        from: node(edge.from),
        relation: edge.role === 'part_of' ? 'part_of' : 'is_a',
        to: node(edge.to),
        confidence: edge.confidence,
        evidence: memory === undefined ? null : { id: memory.id, content: memory.content },
      };
    },
  };
}
