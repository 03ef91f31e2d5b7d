import { z } from 'zod';
import { ContextId, EntityId, MemoryId, type SessionId } from './ids.js';
import type { Memory } from './memory.js';
import type { Of, SchemaOf } from './schema.js';
import { Instant } from './time.js';

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

/** A link with other nodes in the place of some. */
export const movedEdge = (edge: Edge, to: (id: NodeId) => NodeId): Edge => ({
  ...edge,
  from: to(edge.from),
  to: to(edge.to),
  evidence: edge.evidence === null ? null : (to(edge.evidence) as MemoryId),
});

/** The memories among the ends and the evidence of edges, each once. */
export function memoriesAt(edges: readonly Pick<Edge, 'from' | 'to' | 'evidence'>[]): MemoryId[] {
  const ids = edges.flatMap(({ from, to, evidence }) => [from, to, evidence]);
  return [...new Set(ids)].filter((id): id is MemoryId => id !== null && nodeKind(id) === 'memory');
}

/** A node of a knowledge graph as in the Model Context Protocol's reference memory server, without its observations. */
export interface GraphEntity {
  readonly name: string;
  readonly entityType: string;
}

/** A directed link between two nodes, in the active voice: `from` `relationType` `to`. */
export interface GraphRelation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}

/** A part of such a graph as a memory: an observation that names its entity, or a relation as a sentence. */
export interface GraphStatement {
  readonly content: string;
  /** Identifies the statement; with the text it identifies the evidence, wherever it comes from. */
  readonly turn: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** The tag of every memory that is part of a knowledge graph. */
export const GRAPH_TAG = 'knowledge graph';

/** States that the entity exists; needed if nothing else is stated about it. */
export function entityStatement({ name, entityType }: GraphEntity): GraphStatement {
  const type = words(entityType);
  return {
    content:
      type === ''
        ? `${words(name)}.`
        : `${words(name)} is ${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}.`,
    turn: short(name),
    tags: [GRAPH_TAG],
    metadata: { ...ofEntity(name, entityType), states: 'entity' },
  };
}

/** An observation about an entity; gets the name as a prefix if its text does not contain it. */
export function observationStatement(
  { name, entityType }: GraphEntity,
  text: string,
): GraphStatement {
  const told = text.trim();
  const plain = told.length > LONGEST_KEPT ? told : told.replaceAll(name, words(name));
  const content = plain.toLowerCase().includes(words(name).toLowerCase())
    ? plain
    : prefixOf(name) + plain;
  const metadata = ofEntity(name, entityType);
  // The original text is stored in addition if it cannot be restored from the content.
  return {
    content,
    turn: short(name),
    tags: [GRAPH_TAG],
    metadata: observationIn(content, name) === told ? metadata : { ...metadata, observation: told },
  };
}

export function relationStatement({ from, to, relationType }: GraphRelation): GraphStatement {
  return {
    content: `${words(from)} ${words(relationType)} ${words(to)}.`,
    turn: short(`${from} ${relationType} ${to}`),
    tags: [GRAPH_TAG],
    metadata: { from: short(from), relation: short(relationType), to: short(to) },
  };
}

/** The part of a graph that a memory states. */
type StatedPart =
  | { readonly what: 'entity'; readonly entity: GraphEntity }
  | { readonly what: 'observation'; readonly entity: GraphEntity; readonly text: string }
  | { readonly what: 'relation'; readonly relation: GraphRelation };

/** Null for a memory that is not part of a graph. */
export function statedPart({
  content,
  metadata,
}: Pick<Memory, 'content' | 'metadata'>): StatedPart | null {
  const text = (key: string): string | null => {
    const value = metadata[key];
    return typeof value === 'string' ? value : null;
  };
  const [from, to, relationType, name] = [
    text('from'),
    text('to'),
    text('relation'),
    text('entity'),
  ];
  if (from !== null && to !== null && relationType !== null)
    return { what: 'relation', relation: { from, to, relationType } };
  if (name === null) return null;
  const entity = { name, entityType: text('entityType') ?? '' };
  return text('states') === 'entity'
    ? { what: 'entity', entity }
    : { what: 'observation', entity, text: text('observation') ?? observationIn(content, name) };
}

function observationIn(content: string, name: string): string {
  const prefix = prefixOf(name);
  return content.startsWith(prefix) ? content.slice(prefix.length) : content;
}

const prefixOf = (name: string): string => `${words(name)}: `;
const ofEntity = (name: string, entityType: string): Record<string, string> => ({
  entity: short(name),
  ...(entityType.trim() === '' ? {} : { entityType: short(entityType) }),
});

/** The maximum length of a metadata value. */
const LONGEST_KEPT = 2_000;
/** Turns identifiers into words: `John_Smith`, `works_at`. */
const words = (name: string): string => name.replace(/_+/g, ' ').trim();
const short = (text: string): string => text.trim().slice(0, 200);
