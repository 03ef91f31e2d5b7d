import { type Edge, EDGE_ROLES, type EdgeFamily } from '../domain/graph.js';
import { hashText } from '../language/text-hash.js';
import { cosine, normalise, quantise } from './dense-vectors.js';
import type { Inquiry, Space, Subject } from './space.js';

/** The strongest links of a node, strongest first; ties earliest first. */
interface Links {
  readonly ends: Int32Array;
  readonly weights: Float32Array;
}

/** What a space may read of a bank's graph, by node number, synchronously. */
interface Neighbourhood {
  /** Number of a node; -1 for one without links. */
  number(node: string): number;
  /** The node's id, hashed. */
  hash(number: number): number;
  /** At most {@link FAN_OUT} links. */
  links(number: number): Links;
  /** The number of its links, rounded down to a power of two. */
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
 * A bank's graph in memory, about 50 bytes per link, updated link by link. Links count in both directions; self-loops
 * are left out. A link weaker than a node's strongest ones does not change the node, so what was computed from a hub
 * stays valid while the hub grows.
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

const DIMENSIONS = 384;
/** Number of random entries in one node's vector. */
const NON_ZEROS = 16;
/** How many links of a neighbour count. */
const SECOND_FAN_OUT = 12;
/** Weights of the node itself, its neighbours and their neighbours; each of the three is first scaled to length 1. */
const HOPS = { own: 0.5, first: 1, second: 0.7 } as const;
/** Exponent of a node's degree: a hub says little about what it links. */
const DEGREE_POWER = -0.5;
/** Number of cached codes, 384 bytes each. */
const CAPACITY = 20_000;

interface Kept {
  readonly code: Int8Array;
  /** The latest change of any node that it was computed from. */
  readonly changedAt: number;
}

/**
 * E8: the bank's graph by fast random projection with degree normalisation (FastRP; Chen, Sultan, Tian, Chen and
 * Skiena 2019). A node's base vector is hashed from its id; its code is the weighted sum of its own, its neighbours'
 * and their neighbours' vectors, at most 32 × 12 of them. Nothing is trained: a new link makes the codes within two
 * hops stale, and a stale code is recomputed on its next use. A memory without links has no code; a query's code is
 * that of the entities it names.
 */
export function createGraphSpace(graph: Neighbourhood): Space<Int8Array> {
  const kept = new Map<string, Kept>();
  const codeOf = (id: string): Int8Array | null => {
    const node = graph.number(id);
    if (node < 0 || graph.links(node).ends.length === 0) return null;
    const changedAt = latestChange(graph, node);
    const known = kept.get(id);
    if (known?.changedAt === changedAt) return known.code;
    if (kept.size >= CAPACITY) kept.clear();
    const code = quantise(project(graph, node));
    kept.set(id, { code, changedAt });
    return code;
  };
  return {
    name: 'graph',
    id: 'mneme-fastrp-1',
    dimensions: DIMENSIONS,
    memory: ({ id }: Pick<Subject, 'id'>) => codeOf(id),
    query: ({ entities }: Pick<Inquiry, 'entities'>) => {
      const codes = entities.flatMap((id) => codeOf(id) ?? []);
      return codes.length === 0 ? null : quantise(sumOfUnits(codes));
    },
    similarity: cosine,
    likeness: cosine,
  };
}

/**
 * The latest change of anything the node's code depends on: its links, its neighbours' links, the degrees of their
 * neighbours.
 */
function latestChange(graph: Neighbourhood, node: number): number {
  let latest = graph.changedAt(node);
  for (const near of graph.links(node).ends) {
    latest = Math.max(latest, graph.changedAt(near));
    const { ends } = graph.links(near);
    for (let at = 0; at < ends.length && at < SECOND_FAN_OUT; at++)
      latest = Math.max(latest, graph.changedAt(ends[at] as number));
  }
  return latest;
}

function project(graph: Neighbourhood, node: number): Float32Array {
  const own = new Float32Array(DIMENSIONS);
  const first = new Float32Array(DIMENSIONS);
  const second = new Float32Array(DIMENSIONS);
  addNode(own, graph.hash(node), 1);
  const { ends, weights } = graph.links(node);
  const total = sum(weights, ends.length);
  for (let at = 0; at < ends.length; at++) {
    const near = ends[at] as number;
    const share = (weights[at] as number) / total;
    addNode(first, graph.hash(near), share * damping(graph, near));
    const beyond = graph.links(near);
    const count = Math.min(SECOND_FAN_OUT, beyond.ends.length);
    const totalBeyond = sum(beyond.weights, count);
    for (let next = 0; next < count; next++) {
      const far = beyond.ends[next] as number;
      // The way back leads to the node itself, which `own` already covers.
      if (far !== node)
        addNode(
          second,
          graph.hash(far),
          ((share * (beyond.weights[next] as number)) / totalBeyond) * damping(graph, far),
        );
    }
  }
  const code = new Float32Array(DIMENSIONS);
  for (const [vector, worth] of [
    [own, HOPS.own],
    [first, HOPS.first],
    [second, HOPS.second],
  ] as const) {
    const unit = normalise(vector);
    for (let at = 0; at < DIMENSIONS; at++)
      code[at] = (code[at] as number) + worth * (unit[at] as number);
  }
  return code;
}

function damping(graph: Neighbourhood, node: number): number {
  return Math.max(1, graph.degree(node)) ** DEGREE_POWER;
}

/** Adds a node's sparse random vector: xorshift (Marsaglia 2003) seeded by its hash gives positions and signs. */
function addNode(vector: Float32Array, hash: number, amount: number): void {
  let state = hash | 1;
  for (let step = 0; step < NON_ZEROS; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const place = ((state >>> 3) & 0xffff) % DIMENSIONS;
    vector[place] = (vector[place] as number) + ((state >>> 29) & 1 ? amount : -amount);
  }
}

function sum(weights: Float32Array, count: number): number {
  let total = 0;
  for (let at = 0; at < count; at++) total += weights[at] as number;
  return Math.max(total, Number.MIN_VALUE);
}

function sumOfUnits(codes: readonly Int8Array[]): Float32Array {
  const total = new Float32Array(DIMENSIONS);
  for (const code of codes) {
    const unit = normalise(Float32Array.from(code));
    for (let at = 0; at < DIMENSIONS; at++)
      total[at] = (total[at] as number) + (unit[at] as number);
  }
  return total;
}
