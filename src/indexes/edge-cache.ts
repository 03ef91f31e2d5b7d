import type { Edge, EdgeFamily, NodeId } from '../domain/graph.js';
import { EDGE_FAMILIES, EDGE_ROLES } from '../domain/graph.js';

type Fetch = (ids: readonly NodeId[], families: readonly EdgeFamily[], limit: number) => Promise<readonly Edge[]>;

/** Nodes whose edges are kept; a bank's well-trodden part is far smaller. */
const CAPACITY = 4_000;
/** Edges kept of a node: U4's fan-out. */
const FAN_OUT = 50;

/** Edges by node, as of one change of the bank: a cache that any later change empties. */
export class EdgeCache {
  readonly #byNode = new Map<NodeId, readonly Edge[]>();
  #sequence = -1;

  constructor(private readonly fetch: Fetch) {}

  /** Edges that touch any of the nodes in one of the families, strongest first, at most 50 a node. */
  async neighbours(ids: readonly NodeId[], families: readonly EdgeFamily[], sequence: number): Promise<readonly Edge[]> {
    if (sequence !== this.#sequence || this.#byNode.size > CAPACITY) {
      this.#byNode.clear();
      this.#sequence = sequence;
    }
    const missing = ids.filter((id) => !this.#byNode.has(id));
    if (missing.length > 0) this.#keep(missing, await this.fetch(missing, EDGE_FAMILIES, FAN_OUT));
    const wanted = new Set(families);
    const seen = new Set<Edge>();
    for (const id of ids) {
      for (const edge of this.#byNode.get(id) ?? []) if (wanted.has(EDGE_ROLES[edge.role])) seen.add(edge);
    }
    return [...seen];
  }

  #keep(ids: readonly NodeId[], edges: readonly Edge[]): void {
    const lists = new Map<NodeId, Edge[]>(ids.map((id) => [id, []]));
    for (const edge of edges) {
      lists.get(edge.from)?.push(edge);
      if (edge.to !== edge.from) lists.get(edge.to)?.push(edge);
    }
    for (const [id, list] of lists) this.#byNode.set(id, list);
  }
}
