import { type BeamSearch, scoreAll, type Scored, ScoreHeap, type Target } from './beam-search.js';
import { type Graph, NONE } from './graph.js';
import { AREAS, FIELDS, LIST_LENGTH, STATES } from './node-layout.js';

/**
 * Selects a node's links from candidates, best first (Malkov and Yashunin 2018, algorithm 4): a candidate that is
 * nearer to one already chosen than to the node itself is reached through that one and left out, so that links point
 * in all directions. Each chosen one is compared with all remaining at once.
 */
function chooseLinks(graph: Graph, { ids, scores }: Scored, most: number): Int32Array {
  const { kernel, layout } = graph;
  const chosen = new Int32Array(most);
  let count = 0;
  // The list's capacity; the candidates beyond it are the farthest.
  let remaining = Math.min(ids.length, LIST_LENGTH);
  const left = ids.slice();
  const leftScores = scores.slice();
  for (let at = 0; at < remaining && count < most;) {
    const next = left[at++] as number;
    chosen[count++] = next;
    if (at >= remaining || count === most) break;
    kernel.views.int32.set(left.subarray(at, remaining), layout.list / 4);
    kernel.scores(AREAS.chosen, graph.widen(next, AREAS.chosen), remaining - at);
    const { float32 } = kernel.views;
    let kept = at;
    for (let i = at; i < remaining; i++) {
      const score = leftScores[i] as number;
      if ((float32[layout.scores / 4 + i - at] as number) > score) continue;
      left[kept] = left[i] as number;
      leftScores[kept++] = score;
    }
    remaining = kept;
  }
  return chosen.subarray(0, count);
}

export interface GraphOptions {
  /** Maximum links of a node per level; on the ground level twice as many. A power of two: 4, 8, 16, 32. */
  readonly maxLinks: number;
  /** Number of candidates from which a new node's links are chosen. */
  readonly construction: number;
  /** The seed for drawing levels. */
  readonly seed: number;
}

/** Inserts new nodes into a graph (Malkov and Yashunin 2018, algorithm 1). */
export class NodeInserter {
  readonly #heap = new ScoreHeap();

  constructor(
    private readonly graph: Graph,
    private readonly beam: BeamSearch,
    private readonly options: GraphOptions,
  ) {}

  /**
   * The node of a vector: a new one, or the existing one with the same vector. Equal vectors share a node, because
   * many duplicates would link only to one another and be disconnected from the rest.
   */
  insert(vector: Int8Array): number {
    const { graph } = this;
    const node = graph.make(vector);
    const level = drawLevel(graph.made++, this.options);
    if (graph.entry === NONE) {
      graph.lift(node, level);
      graph.entry = node;
      return node;
    }
    const target = { area: AREAS.inserted, scale: graph.widen(node, AREAS.inserted) };
    const found = this.#candidates(target, Math.min(level, graph.level(graph.entry)));
    const twin = this.#twin(node, found[0]);
    if (twin !== NONE) {
      graph.release(node);
      return twin;
    }
    graph.lift(node, level);
    found.forEach((candidates, at) => this.#link(node, at, candidates));
    if (level > graph.level(graph.entry)) graph.entry = node;
    return node;
  }

  /** The nearest nodes on each level up to `top`, without condemned ones. */
  #candidates(target: Target, top: number): Scored[] {
    const { graph } = this;
    const lasting = (node: number): boolean => graph.field(node, FIELDS.state) === STATES.used;
    const found: Scored[] = [];
    let starts = this.beam.descend(target, top);
    for (let level = top; level >= 0; level--) {
      const candidates = this.beam.search(
        target,
        level,
        this.options.construction,
        starts,
        lasting,
      );
      found[level] = candidates;
      if (candidates.ids.length > 0) starts = candidates.ids;
    }
    return found;
  }

  #twin(node: number, nearest: Scored | undefined): number {
    if (nearest === undefined) return NONE;
    const vector = this.graph.vector(node);
    for (let i = 0; i < nearest.ids.length && (nearest.scores[i] as number) > ALMOST_ONE; i++) {
      const other = nearest.ids[i] as number;
      if (equal(vector, this.graph.vector(other))) return other;
    }
    return NONE;
  }

  /** Links both ways; a node with too many links then chooses among them again. */
  #link(node: number, level: number, candidates: Scored): void {
    const { graph } = this;
    const chosen = chooseLinks(graph, candidates, graph.layout.maxLinks);
    graph.setLinks(node, level, chosen);
    const most = graph.maxLinks(level);
    for (const neighbour of chosen) {
      const links = graph.links(level);
      const at = graph.linksAt(neighbour, level);
      const count = links[at] as number;
      if (count < most) {
        links[at] = count + 1;
        links[at + 1 + count] = node;
      } else {
        this.rechoose(neighbour, level, [...links.subarray(at + 1, at + 1 + count), node]);
      }
    }
  }

  /** Gives a node the best links on a level among some nodes. */
  rechoose(node: number, level: number, nodes: ArrayLike<number>): void {
    const { graph } = this;
    this.#heap.clear();
    const target = { area: AREAS.chosen, scale: graph.widen(node, AREAS.chosen) };
    scoreAll(graph, target, nodes, (place, score) =>
      this.#heap.push(nodes[place] as number, score),
    );
    graph.setLinks(node, level, chooseLinks(graph, this.#heap.drain(), graph.maxLinks(level)));
  }
}

/** Cosines of equal vectors may be a rounding error below 1. */
const ALMOST_ONE = 0.9999;

function equal(a: Int8Array, b: Int8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * A level or more with probability 1 / maxLinks each, from the seed and the node's creation index alone: the mixer of
 * splitmix32 (after Steele, Lea and Flood 2014).
 */
function drawLevel(made: number, { seed, maxLinks }: GraphOptions): number {
  let mixed = (seed + Math.imul(made + 1, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  mixed ^= mixed >>> 15;
  return Math.floor(Math.clz32(mixed) / Math.log2(maxLinks));
}
