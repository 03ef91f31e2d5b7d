import type { Edge, EdgeFamily, NodeId } from '../../domain/graph.js';
import type { MemoryId } from '../../domain/ids.js';
import { nodeKind } from '../../domain/graph.js';
import type { Accept } from '../../indexes/accept.js';
import { NONE, type BankIndex } from '../../indexes/bank-index.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';

/** Edges of the nodes, strongest first, as many a node as the fan-out of U4 allows (50). */
export type Neighbours = (ids: readonly NodeId[], families: readonly EdgeFamily[]) => Promise<readonly Edge[]>;

/** AKHLT's decay by hop (capability U4). */
const HOP_DECAY = 0.2;
/** So many nodes are walked on from after each hop: the B of U4. */
const FRONTIER = 12;
const LEAST_RELEVANCE = 0.01;
/** A word that a start memory does not share still leaves it reachable. */
const FLOOR = 0.05;

export interface GraphWalk {
  readonly index: BankIndex;
  readonly neighbours: Neighbours;
  /** Similarity of a memory to the query, 0..1. */
  readonly similarity: (slot: number) => number;
  /** Computes many similarities at once, before they are asked for. */
  readonly prepare: (slots: Iterable<number>) => void;
  readonly accepts: Accept;
  readonly depth: number;
  readonly families: readonly EdgeFamily[];
  /** True when the path has used up its time. */
  readonly late: () => boolean;
}

/**
 * Adaptive k-hop traversal from the entities that the query names: relevance = similarity to the query × weights along the
 * way / (1 + 0.2·hops); best way per node, starts never re-entered, the best of each hop walked on.
 */
export async function graphPath(starts: readonly NodeId[], walk: GraphWalk): Promise<Candidate[]> {
  const reached = new Map<NodeId, number>(starts.map((id) => [id, 1]));
  const found = new Map<number, number>();
  let frontier: readonly NodeId[] = starts;
  for (let hop = 1; hop <= walk.depth && frontier.length > 0 && !walk.late(); hop++) {
    const edges = await walk.neighbours(frontier, walk.families);
    const next = new Map<NodeId, number>();
    const inFrontier = new Set(frontier);
    for (const edge of edges) {
      for (const [from, to] of [[edge.from, edge.to], [edge.to, edge.from]] as const) {
        if (!inFrontier.has(from) || reached.has(to)) continue;
        const strength = (reached.get(from) ?? 0) * edge.weight;
        next.set(to, Math.max(next.get(to) ?? 0, strength));
      }
    }
    frontier = settle(next, hop, walk, reached, found);
  }
  return [...found]
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}

/** Scores what a hop reached, keeps its memories, and returns the best nodes to walk on from. */
function settle(next: ReadonlyMap<NodeId, number>, hop: number, walk: GraphWalk, reached: Map<NodeId, number>, found: Map<number, number>): NodeId[] {
  walk.prepare([...next.keys()].flatMap((id) => (nodeKind(id) === 'memory' ? walk.index.slot(id as MemoryId) : [])));
  const scored: { id: NodeId; relevance: number; order: number }[] = [];
  for (const [id, strength] of next) {
    reached.set(id, strength);
    const slot = nodeKind(id) === 'memory' ? walk.index.slot(id as MemoryId) : NONE;
    const similarity = slot === NONE ? 0.5 : Math.max(FLOOR, walk.similarity(slot));
    const relevance = (similarity * strength) / (1 + HOP_DECAY * hop);
    if (relevance < LEAST_RELEVANCE) continue;
    scored.push({ id, relevance, order: slot });
    if (slot !== NONE && walk.accepts(slot)) found.set(slot, relevance);
  }
  // Ties are broken by the order of recording, so that random ids never decide.
  return scored.sort((a, b) => b.relevance - a.relevance || a.order - b.order).slice(0, FRONTIER).map(({ id }) => id);
}
