import { type BeamSearch, scoreAll, type Scored, ScoreHeap, type Target } from './beam-search.js';
import { type Graph, NONE } from './graph.js';
import { AREAS, FIELDS, GrowingInts, LIST_LENGTH, STATES } from './kernel.js';

/** The node of a zero vector: it has a slot but no node, because it is near to nothing. */
export const ZERO = -2;

/** Which slots belong to which node. Slots with equal vectors share one, in a linked list. */
export class SlotMembers {
  size = 0;
  /** Slots with a vector, zero or not. */
  count = 0;
  /** Number of nodes with a slot. */
  #living = 0;
  /** Slots with a zero vector: first of their list, plus one. */
  #zeros = 0;
  /** By slot: 0 for none, 1 for a zero vector, else its node plus 2. */
  readonly #node = new GrowingInts();
  /** By slot: the next of its list, plus one. */
  readonly #next = new GrowingInts();

  constructor(private readonly graph: Graph) {}

  /** Number of nodes without a slot: searches pass through them, but never return them. */
  get dead(): number {
    return this.graph.nodes - this.#living;
  }

  get bytes(): number {
    return this.#node.data.byteLength * 2;
  }

  /** A slot's node, {@link ZERO}, or {@link NONE} if it has no vector. */
  node(slot: number): number {
    const stored = slot >= 0 && slot < this.size ? this.#node.get(slot) : 0;
    return stored >= 2 ? stored - 2 : stored === 1 ? ZERO : NONE;
  }

  /** Calls `tell` with every slot of a node (or of {@link ZERO}). */
  each(node: number, tell: (slot: number) => void): void {
    for (let at = this.#first(node); at !== 0; at = this.#next.get(at - 1)) tell(at - 1);
  }

  /** Whether a slot of the node is accepted. */
  some(node: number, accepts: (slot: number) => boolean): boolean {
    for (let at = this.#first(node); at !== 0; at = this.#next.get(at - 1))
      if (accepts(at - 1)) return true;
    return false;
  }

  attach(slot: number, node: number): void {
    const first = this.#first(node);
    if (node !== ZERO && first === 0) this.#living++;
    this.#next.set(slot, first);
    this.#node.set(slot, node === ZERO ? 1 : node + 2);
    this.#setFirst(node, slot + 1);
    this.count++;
    if (slot >= this.size) this.size = slot + 1;
  }

  detach(slot: number): void {
    const node = this.node(slot);
    const next = this.#next.get(slot);
    let before = this.#first(node);
    if (before === slot + 1) {
      this.#setFirst(node, next);
      if (node !== ZERO && next === 0) this.#living--;
    } else {
      while (this.#next.get(before - 1) !== slot + 1) before = this.#next.get(before - 1);
      this.#next.set(before - 1, next);
    }
    this.#node.set(slot, 0);
    this.count--;
  }

  *dump(): Iterable<Uint8Array> {
    yield new Uint8Array(Int32Array.of(this.size, this.count, this.#living, this.#zeros).buffer);
    yield this.#node.toBytes(this.size);
    yield this.#next.toBytes(this.size);
  }

  restore(head: Uint8Array, nodes: Uint8Array, next: Uint8Array): void {
    const [size = 0, count = 0, living = 0, zeros = 0] = new Int32Array(head.slice().buffer);
    this.size = size;
    this.count = count;
    this.#living = living;
    this.#zeros = zeros;
    this.#node.fromBytes(nodes);
    this.#next.fromBytes(next);
  }

  /** The first slot of a node's list, plus one; 0 if it has none. */
  #first(node: number): number {
    return node === ZERO ? this.#zeros : this.graph.field(node, FIELDS.member);
  }

  #setFirst(node: number, first: number): void {
    if (node === ZERO) this.#zeros = first;
    else this.graph.setField(node, FIELDS.member, first);
  }
}

/** Dead nodes are ignored until there are this many, and they are this share of all. */
const MIN_DEAD = 64;
const DEAD_SHARE = 0.2;
/** Nodes examined in one step. Most need no work. */
const STEP = 64;

/**
 * Removes nodes that lost their vector from the graph, a few nodes at a time: a node that links to a removed one gets
 * the best of that one's links instead (after FreshDiskANN's delete consolidation, Singh et al. 2021, algorithm 4).
 * When all have been examined, no link points at a condemned node and its number is free.
 */
export class DeadNodeSweep {
  /** The next node to examine, and where the sweep ends; {@link NONE} if none is running. */
  #next = NONE;
  #end = 0;

  constructor(
    private readonly graph: Graph,
    private readonly members: SlotMembers,
    private readonly inserter: NodeInserter,
  ) {}

  /** Called after every put: its work is bounded. */
  step(): void {
    if (this.#next === NONE && !this.#begin()) return;
    const until = Math.min(this.#end, this.#next + STEP);
    for (; this.#next < until; this.#next++) this.#mend(this.#next);
    if (this.#next === this.#end) this.#finish();
  }

  get state(): Int32Array {
    return Int32Array.of(this.#next, this.#end);
  }

  restore([next = NONE, end = 0]: Int32Array): void {
    this.#next = next;
    this.#end = end;
  }

  #begin(): boolean {
    const { graph, members } = this;
    const { dead } = members;
    if (dead < MIN_DEAD || dead < graph.nodes * DEAD_SHARE) return false;
    if (dead === graph.nodes) {
      graph.clear();
      return false;
    }
    let entry = NONE;
    for (let node = 0; node < graph.count; node++) {
      if (graph.field(node, FIELDS.state) === STATES.free) continue;
      if (graph.field(node, FIELDS.member) === 0)
        graph.setField(node, FIELDS.state, STATES.condemned);
      else if (entry === NONE || graph.level(node) > graph.level(entry)) entry = node;
    }
    graph.entry = entry;
    this.#next = 0;
    this.#end = graph.count;
    return true;
  }

  #mend(node: number): void {
    const { graph } = this;
    if (graph.field(node, FIELDS.state) !== STATES.used) return;
    for (let level = graph.level(node); level >= 0; level--) {
      const links = linksOf(graph, node, level);
      if (links.every((other) => this.#stays(other))) continue;
      const better = new Set<number>();
      for (const other of links) {
        if (this.#stays(other)) better.add(other);
        else
          for (const beyond of linksOf(graph, other, level))
            if (beyond !== node && this.#stays(beyond)) better.add(beyond);
      }
      this.inserter.rechoose(node, level, [...better]);
    }
  }

  #finish(): void {
    const { graph } = this;
    for (let node = 0; node < this.#end; node++)
      if (graph.field(node, FIELDS.state) === STATES.condemned) graph.release(node);
    this.#next = NONE;
  }

  #stays(node: number): boolean {
    return this.graph.field(node, FIELDS.state) === STATES.used;
  }
}

function linksOf(graph: Graph, node: number, level: number): Int32Array {
  const links = graph.links(level);
  const at = graph.linksAt(node, level);
  return links.slice(at + 1, at + 1 + (links[at] as number));
}

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
