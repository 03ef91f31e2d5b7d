import { z } from 'zod';
import { ContextId, EntityId, MemoryId, type SessionId } from './ids.js';
import { Instant } from './time.js';
import type { Of, SchemaOf } from './schema.js';

export const ENTITY_TYPES = [
  'person',
  'place',
  'organisation',
  'product',
  'event',
  'work',
  'thing',
  'concept',
] as const;
export const EntityType = z.enum(ENTITY_TYPES);
export type EntityType = z.infer<typeof EntityType>;

/** A person, place, thing or concept. The number of mentions is computed from its edges, never stored. */
export interface Entity {
  readonly id: EntityId;
  readonly name: string;
  readonly type: EntityType;
  /** Other names seen for it, without `name`. */
  readonly aliases: readonly string[];
  readonly firstSeenAt: Instant;
  readonly version: number;
}

const namedEntityShape = z.strictObject({ id: EntityId, name: z.string(), type: EntityType });
/** An entity as answers name it. */
export interface NamedEntity extends Of<typeof namedEntityShape> {}
export const NamedEntity: SchemaOf<NamedEntity, typeof namedEntityShape> = namedEntityShape;

const contextShape = z.strictObject({
  id: ContextId,
  /** Its most distinctive words when it was created. */
  name: z.string(),
  createdAt: Instant,
});
/**
 * A cluster of memories on one topic. Its members refer to it (`Memory.context`); size and centroid are computed from
 * them, never stored.
 */
export interface Context extends Of<typeof contextShape> {}
export const Context: SchemaOf<Context, typeof contextShape> = contextShape;

/** A series of turns that belong together: one conversation, one document, one task. */
export interface Session {
  readonly id: SessionId;
  readonly origin: string | null;
  readonly startedAt: Instant;
}

export const EDGE_FAMILIES = [
  'semantic',
  'temporal',
  'causal',
  'hierarchical',
  'relational',
] as const;
export type EdgeFamily = (typeof EDGE_FAMILIES)[number];

/** The roles of each family; a new role does not compile until it is assigned. */
export const EDGE_ROLES = {
  mentions: 'relational',
  said_by: 'relational',
  related_to: 'relational',
  similar_to: 'semantic',
  supports: 'semantic',
  conflicts_with: 'semantic',
  supersedes: 'temporal',
  follows: 'temporal',
  causes: 'causal',
  belongs_to: 'hierarchical',
  is_a: 'hierarchical',
  part_of: 'hierarchical',
  derived_from: 'hierarchical',
  doubts: 'temporal',
  rests_on: 'causal',
} as const satisfies Record<string, EdgeFamily>;
export type EdgeRole = keyof typeof EDGE_ROLES;
export const EdgeRole = z.enum(Object.keys(EDGE_ROLES) as [EdgeRole, ...EdgeRole[]]);

export const NodeId = z.union([MemoryId, EntityId, ContextId]);
export type NodeId = z.infer<typeof NodeId>;

/** Follows the conflict for `conflicts_with`; every other edge stays `resolved`. */
export const EDGE_STATUSES = ['pending', 'resolved', 'overridden'] as const;
export type EdgeStatus = (typeof EDGE_STATUSES)[number];

/** A typed, weighted link. `(from, role, to, label)` is its identity. */
export interface Edge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly role: EdgeRole;
  /** The relation's own word for `related_to` (`lives_in`), the cue word for `causes`, else ''. */
  readonly label: string;
  /** Strength of the link, 0..1. */
  readonly weight: number;
  readonly confidence: number;
  readonly status: EdgeStatus;
  /** The memory that states the link; it is removed with that memory. */
  readonly evidence: MemoryId | null;
}

/** The links of each node, in the order given; a link between two of them belongs to both. */
export function linksByNode<Id extends NodeId>(
  ids: readonly Id[],
  edges: readonly Edge[],
): ReadonlyMap<Id, readonly Edge[]> {
  const links = new Map(ids.map((id): [Id, Edge[]] => [id, []]));
  for (const edge of edges)
    for (const end of new Set([edge.from, edge.to])) links.get(end as Id)?.push(edge);
  return links;
}

/** The kind of node an id refers to, by its prefix. */
export function nodeKind(id: NodeId): 'memory' | 'entity' | 'context' {
  if (id.startsWith('m_')) return 'memory';
  return id.startsWith('e_') ? 'entity' : 'context';
}

/** The memories among the ends and the evidence of edges, each once. */
export function memoriesAt(edges: readonly Pick<Edge, 'from' | 'to' | 'evidence'>[]): MemoryId[] {
  const ids = edges.flatMap(({ from, to, evidence }) => [from, to, evidence]);
  return [...new Set(ids)].filter((id): id is MemoryId => id !== null && nodeKind(id) === 'memory');
}
