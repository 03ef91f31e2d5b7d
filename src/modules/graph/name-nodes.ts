import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { citedPrefix } from '../../domain/citation.js';
import { EntityType, nodeKind, NodeId } from '../../domain/graph.js';
import type { ContextId, MemoryId } from '../../domain/ids.js';
import { MemoryKind } from '../../domain/memory.js';
import { ValidityState } from '../../domain/validity.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import { recall } from '../../recall/recall.js';
import { readMemoryValidity } from '../validity/index.js';
import type { OpenBank } from '../../bank/core.js';
import { resolveName } from '../../bank/resolve-name.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

const graphNodeShape = z.strictObject({
  id: NodeId,
  kind: z.enum(['memory', 'entity', 'context']),
  /** An entity's type or a memory's kind. Null for a context. */
  type: z.union([EntityType, MemoryKind]).nullable(),
  /** An entity's or context's name. Null for a memory. */
  name: z.string().nullable(),
  /** A memory's first words. Null for others. */
  content: z.string().nullable(),
  /** Whether a memory still holds; superseded or disputed refers to one thing it says. Null for others. */
  validity: ValidityState.nullable(),
});
/** A memory, an entity or a context of the bank, in words. */
export interface GraphNode extends Of<typeof graphNodeShape> {}
export const GraphNode: SchemaOf<GraphNode, typeof graphNodeShape> = graphNodeShape;

/** What walking the graph needs besides the bank. */
export interface GraphPorts {
  readonly store: Store;
  readonly clock: Clock;
}

const FIRST_WORDS = 160;

/** The nodes in words, in the order asked; retracted ones are left out. */
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

/** The source for how memories hold now. */
export function readingNow({ name, state }: OpenBank, { store, clock }: GraphPorts) {
  return { bank: name, now: clock.now(), profile: {}, state, ports: { store } };
}

/** A node of which nothing is known any more. */
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
 * Resolves what a person calls a node: an id, a citation, a name; else the memory that matches the words
 * best. Throws `not_found`.
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
