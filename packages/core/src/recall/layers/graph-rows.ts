import {
  EDGE_FAMILIES,
  linksByNode,
  nodeKind,
  type Edge,
  type Entity,
} from '../../domain/graph.js';
import type { EntityId, MemoryId } from '../../domain/ids.js';
import type { GraphRelation, GraphRow } from '../../domain/layers.js';
import type { Memory } from '../../domain/memory.js';
import type { Accept } from '../../indexes/accept.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { ReadRelations, RecallPorts } from '../recall-context.js';
import { byValidity, UNTOLD } from '../../domain/relation-order.js';

/** Maximum number of links read per entity; most of them lead to memories. */
const MAX_LINKS = 1_000;
const MAX_RELATIONS = 20;
/** Of these, this many are checked: links that hold come before stronger ones that no longer do. */
const LOOKED_AT = 100;

/** The entities with their links to other entities; links whose evidence the profile excludes are left out. */
export async function graphRows(
  entities: readonly Entity[],
  {
    accepts,
    load,
    ...reading
  }: Parameters<ReadRelations>[1] & {
    readonly ports: Pick<RecallPorts, 'store' | 'relations'>;
    readonly accepts: Accept;
    readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  },
): Promise<GraphRow[]> {
  const {
    bank,
    state,
    ports: { store },
  } = reading;
  const admits = (id: MemoryId): boolean => accepts(state.index.slot(id));
  const ids = entities.map(({ id }) => id);
  const links = linksByNode(ids, await store.neighbours(bank, ids, EDGE_FAMILIES, MAX_LINKS));
  const found = entities.map((entity) => {
    const standing = (links.get(entity.id) ?? []).filter(
      ({ evidence, status }) => status !== 'overridden' && (evidence === null || admits(evidence)),
    );
    const between = standing
      .filter(
        ({ from, to }) => nodeKind(from) === 'entity' && nodeKind(to) === 'entity' && from !== to,
      )
      .slice(0, LOOKED_AT);
    const mentions = new Set(
      standing
        .filter(
          ({ role, from }) =>
            role === 'mentions' && nodeKind(from) === 'memory' && admits(from as MemoryId),
        )
        .map(({ from }) => from),
    );
    return { entity, between, mentions: mentions.size };
  });
  const told = await load([
    ...new Set(found.flatMap(({ between }) => between.flatMap(({ evidence }) => evidence ?? []))),
  ]);
  const memories = new Map(told.map((memory) => [memory.id, memory]));
  const validityOf = await reading.ports.relations(told, reading);
  return found.map(({ entity, between, mentions }) => ({
    id: entity.id,
    entity: entity.name,
    type: entity.type,
    aliases: entity.aliases,
    mentions,
    relations: between
      .flatMap((edge) => relationOf(edge, entity.id, state, memories, validityOf) ?? [])
      .sort(byValidity)
      .slice(0, MAX_RELATIONS),
  }));
}

function relationOf(
  edge: Edge,
  own: EntityId,
  { entities }: BankState,
  memories: ReadonlyMap<MemoryId, Memory>,
  validityOf: Awaited<ReturnType<ReadRelations>>,
): GraphRelation | null {
  const { from, to, role, label, confidence, evidence } = edge;
  const other = entities.get(from === own ? to : from);
  if (other === undefined) return null;
  const memory = evidence === null ? undefined : memories.get(evidence);
  return {
    relation: label === '' ? role : label,
    to: { id: other.id, name: other.name, type: other.type },
    direction: from === own ? 'out' : 'in',
    confidence,
    ...(memory === undefined ? UNTOLD : validityOf(edge, memory, (id) => entities.get(id))),
    evidence: memory === undefined ? null : { id: memory.id, content: memory.content },
  };
}
