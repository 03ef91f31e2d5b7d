import {
  EDGE_FAMILIES,
  nodeKind,
  type Edge,
  type EdgeRole,
  type NodeId,
} from '../../domain/graph.js';
import type { RelationValidity } from '../../domain/layers.js';
import { readRelations } from '../validity/index.js';
import { byValidity, UNTOLD } from '../../domain/relation-order.js';
import type { OpenBank } from '../../bank/core.js';
import { readingNow, type GraphPorts } from './name-nodes.js';

/** A link as found by a walk. */
export interface WalkedLink {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly role: EdgeRole;
}

/** What the memory that states a link says about it. */
export interface StatedLink extends RelationValidity {
  /** The relation's own word: `lives_in`; '' for links without one. */
  readonly label: string;
}

/** For a link that says nothing about the world: which memory mentions whom, what came after what. */
const STRUCTURE: StatedLink = { ...UNTOLD, label: '' };
const MAX_LINKS = 1_000;

/** How links between entities hold. Of two with the same role between the same nodes, the one that holds. */
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
