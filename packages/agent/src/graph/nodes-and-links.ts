import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { resolveName } from '@mneme/core/bank/resolve-name.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  type Edge,
  EDGE_FAMILIES,
  type EdgeRole,
  EntityType,
  NodeId,
  nodeKind,
} from '@mneme/core/domain/graph.js';
import { citedPrefix, type ContextId, type MemoryId } from '@mneme/core/domain/ids.js';
import { byValidity, type RelationValidity, UNTOLD } from '@mneme/core/domain/layers.js';
import { MemoryKind } from '@mneme/core/domain/memory.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { ValidityState } from '@mneme/core/domain/validity.js';
import { readMemoryValidity, readRelations } from '@mneme/core/modules/validity/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { Clock } from '@mneme/core/ports/system.js';
import { recall } from '@mneme/core/recall/recall.js';

const graphNodeShape = z.strictObject({
  id: NodeId,
  kind: z.enum(['memory', 'entity', 'context']),
  /** An entity's type or a memory's kind. Null for a context. */
  type: z.union([EntityType, MemoryKind]).nullable(),
  /** An entity's or context's name. Null for a memory. */
  name: z.string().nullable(),
  /** A memory's first words. Null for others. */
  content: z.string().nullable(),
  /** Validity of a memory; superseded or disputed may apply to only one of its statements. Null for others. */
  validity: ValidityState.nullable(),
});
/** A memory, an entity or a context of the bank, described. */
export interface GraphNode extends Of<typeof graphNodeShape> {}
export const GraphNode: SchemaOf<GraphNode, typeof graphNodeShape> = graphNodeShape;

/** What walking the graph needs besides the bank. */
export interface GraphPorts {
  readonly store: Store;
  readonly clock: Clock;
}

const FIRST_WORDS = 160;

/** Describes nodes, in the order given; retracted ones are left out. */
export async function nameNodes(
  ids: readonly NodeId[],
  bank: OpenBank,
  ports: GraphPorts,
): Promise<ReadonlyMap<NodeId, GraphNode>> {
  const { name, state } = bank;
  const { store } = ports;
  const distinct = [...new Set(ids)];
  const of = (kind: ReturnType<typeof nodeKind>) => distinct.filter((id) => nodeKind(id) === kind);
  const memories = new Map(
    (await state.memories.get(of('memory') as MemoryId[])).map((memory) => [
      memory.id as NodeId,
      memory,
    ]),
  );
  const validity = await readMemoryValidity([...memories.values()], readingNow(bank, ports));
  const contexts = new Map(
    (await store.contexts(name, of('context') as ContextId[])).map((context) => [
      context.id as NodeId,
      context,
    ]),
  );
  return new Map(
    distinct.flatMap((id): [NodeId, GraphNode][] => {
      const kind = nodeKind(id);
      const memory = memories.get(id);
      const content = memory?.content ?? null;
      const entity = kind === 'entity' ? state.entities.get(id) : undefined;
      const title = entity?.name ?? contexts.get(id)?.name;
      if (content === null && title === undefined) return [];
      return [
        [
          id,
          {
            id,
            kind,
            type: memory?.kind ?? entity?.type ?? null,
            name: title ?? null,
            content:
              content === null || content.length <= FIRST_WORDS
                ? content
                : `${content.slice(0, FIRST_WORDS - 1)}…`,
            validity: content === null ? null : validity.of(id as MemoryId).state,
          },
        ],
      ];
    }),
  );
}

/** Parameters for reading the current validity of memories. */
function readingNow({ name, state }: OpenBank, { store, clock }: GraphPorts) {
  return { bank: name, now: clock.now(), profile: {}, state, ports: { store } };
}

/** A node that no longer exists. */
export function unnamed(id: NodeId): GraphNode {
  return { id, kind: nodeKind(id), type: null, name: null, content: null, validity: null };
}

/** The memories that a citation or an id refers to; several if a short one is ambiguous. */
export function memoriesCited(tag: string, { state }: OpenBank): MemoryId[] {
  const prefix = citedPrefix(tag);
  if (prefix === null) return [];
  const { index } = state;
  const found: MemoryId[] = [];
  for (let slot = 0; slot < index.size; slot++)
    if (index.isLive(slot) && index.id(slot).startsWith(prefix)) found.push(index.id(slot));
  return found;
}

/**
 * Resolves a reference to a node: an id, a citation, a name; else the memory that matches the words best. Throws
 * `not_found`.
 */
export async function findNode(text: string, field: string, bank: OpenBank): Promise<NodeId> {
  const [cited] = /^\[?[a-z]+[_:]/.test(text) ? memoriesCited(text, bank) : [];
  if (cited !== undefined) return cited;
  try {
    return resolveName(text, field, bank).id;
  } catch (error) {
    if (!MnemeError.is(error) || error.code !== 'not_found') throw error;
    // A single unknown word is a typo; several are a description.
    const { delivered } = text.includes(' ')
      ? await recall(
          { query: text, limit: 1, expand: false, fields: ['id'] },
          bank.name,
          bank.state,
          bank.recall,
        )
      : { delivered: [] };
    if (delivered[0] !== undefined) return delivered[0];
    throw error;
  }
}

/** A link as found by a walk. */
export interface WalkedLink {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly role: EdgeRole;
}

/** What the memory that states a link says about it. */
export interface StatedLink extends RelationValidity {
  /** Name of the relation, as in `lives_in`; '' for links without one. */
  readonly label: string;
}

/** For structural links, which state nothing about the world: mentions, order of time. */
const STRUCTURE: StatedLink = { ...UNTOLD, label: '' };
const MAX_LINKS = 1_000;

/** The validity of links between entities. Of two with the same role between the same nodes, the valid one. */
export async function stateLinks(
  links: readonly WalkedLink[],
  bank: OpenBank,
  ports: GraphPorts,
): Promise<(link: WalkedLink) => StatedLink> {
  const between = links.filter(isBetweenEntities);
  const wanted = new Set(between.map(keyOf));
  const edges =
    between.length === 0
      ? []
      : (
          await ports.store.neighbours(
            bank.name,
            [...new Set(between.map(({ from }) => from))],
            EDGE_FAMILIES,
            MAX_LINKS,
          )
        ).filter((edge) => wanted.has(keyOf(edge)));
  const told = new Map(
    (
      await bank.state.memories.get([...new Set(edges.flatMap(({ evidence }) => evidence ?? []))])
    ).map((memory) => [memory.id, memory]),
  );
  const validityOf = await readRelations([...told.values()], readingNow(bank, ports));
  const stated = new Map<string, StatedLink>();
  const read = (edge: Edge): StatedLink => {
    const memory = edge.evidence === null ? undefined : told.get(edge.evidence);
    return {
      label: edge.label,
      ...(memory === undefined
        ? UNTOLD
        : validityOf(edge, memory, (id) => bank.state.entities.get(id))),
    };
  };
  for (const edge of edges) {
    const [link, known] = [read(edge), stated.get(keyOf(edge))];
    if (known === undefined || byValidity(link, known) < 0) stated.set(keyOf(edge), link);
  }
  return (link) => stated.get(keyOf(link)) ?? STRUCTURE;
}

function isBetweenEntities({ from, to }: Pick<WalkedLink, 'from' | 'to'>): boolean {
  return nodeKind(from) === 'entity' && nodeKind(to) === 'entity';
}

function keyOf({ from, to, role }: WalkedLink): string {
  return `${from} ${role} ${to}`;
}
