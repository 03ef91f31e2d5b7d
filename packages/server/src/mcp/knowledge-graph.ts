import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  GRAPH_TAG,
  type GraphEntity,
  type GraphRelation,
  type GraphStatement,
  statedPart,
} from '@mneme/core/domain/graph.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { allMemories } from '../compat/foreign-call.js';

/** An entity with its observations, in order of recording. */
export interface DescribedEntity extends GraphEntity {
  readonly observations: readonly string[];
}

export interface KnowledgeGraph {
  readonly entities: readonly DescribedEntity[];
  readonly relations: readonly GraphRelation[];
}

/** An entity with the memories that state each part. */
interface Node extends GraphEntity {
  readonly observations: { readonly text: string; readonly memory: MemoryId }[];
  /** Memories that state only that the entity exists. */
  readonly stated: MemoryId[];
}

/** The knowledge graph that a bank's memories state, as a snapshot; writes go to the memory and do not update it. */
export class StatedGraph {
  readonly nodes = new Map<string, Node>();
  readonly links = new Map<
    string,
    { readonly relation: GraphRelation; readonly memories: MemoryId[] }
  >();

  static async read(memory: Mneme): Promise<StatedGraph> {
    const graph = new StatedGraph();
    for await (const each of allMemories(memory, { tags: [GRAPH_TAG] })) graph.#add(each);
    return graph;
  }

  /** The entity with a name. Throws `not_found`. */
  node(name: string, field: string): Node {
    const node = this.nodes.get(name);
    if (node !== undefined) return node;
    throw new MnemeError('not_found', `Entity with name ${name} not found.`, {
      field,
      value: name,
      hint: 'Names are told apart by every letter; search_nodes finds them, create_entities makes them.',
      quoted: [name],
    });
  }

  /** The whole graph, or the entities with these names and every relation of one of them. */
  shown(names?: ReadonlySet<string>): KnowledgeGraph {
    const nodes = [...this.nodes.values()].filter(
      ({ name }) => names === undefined || names.has(name),
    );
    const links = [...this.links.values()].filter(
      ({ relation: { from, to } }) => names === undefined || names.has(from) || names.has(to),
    );
    return {
      entities: nodes.map(({ name, entityType, observations }) => ({
        name,
        entityType,
        observations: observations.map(({ text }) => text),
      })),
      relations: links.map(({ relation }) => relation),
    };
  }

  #add(memory: Memory): void {
    const part = statedPart(memory);
    if (part === null) return;
    if (part.what === 'relation') {
      const key = relationKey(part.relation);
      const link = this.links.get(key) ?? { relation: part.relation, memories: [] };
      this.links.set(key, link);
      link.memories.push(memory.id);
      return;
    }
    const { name, entityType } = part.entity;
    const node = this.nodes.get(name) ?? { name, entityType, observations: [], stated: [] };
    this.nodes.set(name, node);
    if (part.what === 'entity') node.stated.push(memory.id);
    else node.observations.push({ text: part.text, memory: memory.id });
  }
}

export function relationKey({ from, to, relationType }: GraphRelation): string {
  return JSON.stringify([from, to, relationType]);
}

/**
 * Remembers parts of a graph in one change. Throws `denied` when the guard quarantined one, as these answers cannot
 * report it.
 */
export async function rememberStatements(
  memory: Mneme,
  statements: readonly GraphStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  const { receipts } = await memory.rememberAll(
    statements.map((statement) => ({
      ...statement,
      tags: [...statement.tags],
      kind: 'fact',
      source: 'agent',
      distinct: true,
    })),
  );
  const held = receipts.findIndex(({ outcome }) => outcome === 'quarantined');
  if (held >= 0) throw heldBack(receipts[held] as Receipt, statements[held] as GraphStatement);
}

function heldBack({ id, notes }: Receipt, { content }: GraphStatement): MnemeError {
  return new MnemeError(
    'denied',
    `Held back for review as ${id}: ${notes.join('; ')}. What else was given is kept.`,
    {
      field: 'content',
      value: content.slice(0, 200),
      hint: 'A person looks at it with mneme quarantine, and releases it where it is harmless.',
    },
  );
}
