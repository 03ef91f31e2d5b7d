import { cosine, normalise, quantise } from './dense-vector.js';
import type { Neighbourhood } from './graph/held-graph.js';
import type { Inquiry, Space, Subject } from './space.js';

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
 * E8: the bank's graph by fast random projection with degree normalisation (FastRP; Chen, Sultan, Tian,
 * Chen and Skiena 2019). A node's base vector is hashed from its id; its code is the weighted sum of its
 * own, its neighbours' and their neighbours' vectors, at most 32 × 12 of them. Nothing is trained: a new
 * link makes the codes within two hops stale, and a stale code is recomputed on its next use. A memory
 * without links has no code; a query's code is that of the entities it names.
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
 * The latest change of anything the node's code depends on: its links, its neighbours' links, the degrees
 * of their neighbours.
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
