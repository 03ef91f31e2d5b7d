import { EDGE_ROLES, type Edge, type EdgeFamily } from '../../domain/graph.js';
import { hashText } from '../../language/hash-text.js';

/** The strongest links of a node, strongest first; ties earliest first. */
export interface Links {
  readonly ends: Int32Array;
  readonly weights: Float32Array;
}

/** What a space may read of a bank's graph: nodes by number, synchronously. */
export interface Neighbourhood {
  /** Number of a node; -1 for one without links. */
  number(node: string): number;
  /** The node's id, hashed. */
  hash(number: number): number;
  /** At most {@link FAN_OUT} links. */
  links(number: number): Links;
  /** How many links it has, rounded down to a power of two. */
  degree(number: number): number;
  /** Increases whenever {@link links} or {@link degree} of the node change. */
  changedAt(number: number): number;
}

/** Maximum number of links per node. */
export const FAN_OUT = 32;
const SEED = 0x2545f491;
const NONE: Links = Object.freeze({ ends: new Int32Array(0), weights: new Float32Array(0) });

/** Factor of each family on a link's own weight. */
const FAMILY_WEIGHTS: Readonly<Record<EdgeFamily, number>> = Object.freeze({
  semantic: 1,
  relational: 1,
  causal: 1,
  hierarchical: 0.7,
  temporal: 0.5,
});

/** Parallel lists: target, kind and strength of each link. */
interface Node {
  readonly ends: number[];
  readonly kinds: number[];
  readonly weights: number[];
  top: Links | null;
  changedAt: number;
}

/**
 * A bank's graph in memory, about 50 bytes per link, updated link by link. Links count in both directions;
 * self-loops are left out. A link weaker than a node's strongest ones does not change the node, so what was
 * computed from a hub stays valid while the hub grows.
 */
export class HeldGraph implements Neighbourhood {
  readonly #numbers = new Map<string, number>();
  readonly #hashes: number[] = [];
  readonly #nodes: Node[] = [];
  #clock = 0;

  get size(): number {
    return this.#nodes.length;
  }

  /** Adds links, or updates their weights. */
  put(edges: Iterable<Edge>): void {
    for (const edge of edges) {
      if (edge.from === edge.to) continue;
      const weight = edge.weight * FAMILY_WEIGHTS[EDGE_ROLES[edge.role]];
      const [from, to] = [this.#numberOf(edge.from), this.#numberOf(edge.to)];
      const kind = kindOf(edge);
      this.#link(from, to, kind, weight);
      this.#link(to, from, kind, weight);
    }
  }

  /** Removes links; unknown ones are ignored. */
  remove(edges: Iterable<Edge>): void {
    for (const edge of edges) {
      const [from, to] = [this.number(edge.from), this.number(edge.to)];
      if (from < 0 || to < 0) continue;
      this.#unlink(from, to, kindOf(edge));
      this.#unlink(to, from, kindOf(edge));
    }
  }

  number(node: string): number {
    return this.#numbers.get(node) ?? -1;
  }

  hash(number: number): number {
    return this.#hashes[number] ?? 0;
  }

  links(number: number): Links {
    const node = this.#nodes[number];
    if (node === undefined) return NONE;
    node.top ??= strongest(node);
    return node.top;
  }

  degree(number: number): number {
    return bucket(this.#nodes[number]?.ends.length ?? 0);
  }

  changedAt(number: number): number {
    return this.#nodes[number]?.changedAt ?? 0;
  }

  #link(from: number, to: number, kind: number, weight: number): void {
    const node = this.#node(from);
    const at = find(node, to, kind);
    if (at >= 0 && node.weights[at] === weight) return;
    if (at >= 0) {
      node.weights[at] = weight;
      this.#touch(node);
      return;
    }
    node.ends.push(to);
    node.kinds.push(kind);
    node.weights.push(weight);
    const count = node.ends.length;
    const weakest = node.top?.weights.at(-1) ?? 0;
    if (
      count <= FAN_OUT ||
      node.top === null ||
      weight > weakest ||
      bucket(count) !== bucket(count - 1)
    )
      this.#touch(node);
  }

  #unlink(from: number, to: number, kind: number): void {
    const node = this.#node(from);
    const at = find(node, to, kind);
    if (at < 0) return;
    for (const list of [node.ends, node.kinds, node.weights]) list.splice(at, 1);
    this.#touch(node);
  }

  #touch(node: Node): void {
    node.top = null;
    node.changedAt = ++this.#clock;
  }

  #node(number: number): Node {
    return this.#nodes[number] as Node;
  }

  #numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#nodes.length;
    this.#numbers.set(id, number);
    this.#hashes.push(hashText(id, SEED));
    this.#nodes.push({ ends: [], kinds: [], weights: [], top: null, changedAt: 0 });
    return number;
  }
}

/** Role, label and direction: two nodes may be linked in several ways. */
function kindOf({ role, label, from, to }: Edge): number {
  return hashText(`${role} ${label} ${from < to ? '<' : '>'}`, SEED) | 0;
}

function find({ ends, kinds }: Node, to: number, kind: number): number {
  for (let at = ends.indexOf(to); at >= 0; at = ends.indexOf(to, at + 1))
    if (kinds[at] === kind) return at;
  return -1;
}

function strongest({ ends, weights }: Node): Links {
  const order = Array.from(ends.keys())
    .sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b)
    .slice(0, FAN_OUT);
  return {
    ends: Int32Array.from(order, (at) => ends[at] as number),
    weights: Float32Array.from(order, (at) => weights[at] as number),
  };
}

function bucket(count: number): number {
  return count === 0 ? 0 : 2 ** Math.floor(Math.log2(count));
}
