import type { Graph } from './graph.js';
import { type Area, AREAS, LIST_LENGTH, type NodeLayout } from './kernel.js';

/**
 * A binary heap of nodes (or slots) with scores. Its root is the lowest score, at equal scores the highest number:
 * what a list of the best would drop first.
 */
export class ScoreHeap {
  #ids = new Int32Array(256);
  #scores = new Float32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The root's score; undefined while empty. */
  get lowest(): number {
    return this.#scores[0] as number;
  }

  /** The root; undefined while empty. */
  get root(): number {
    return this.#ids[0] as number;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Adds an entry, and drops the root while there are more than `capacity`. */
  offer(id: number, score: number, capacity: number): void {
    if (this.#length < capacity) {
      this.push(id, score);
    } else if (score > this.lowest || (score === this.lowest && id < this.root)) {
      this.#sink(id, score);
    }
  }

  push(id: number, score: number): void {
    if (this.#length === this.#ids.length) this.#grow();
    let place = this.#length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#lower(id, score, parent)) break;
      this.#put(place, this.#ids[parent] as number, this.#scores[parent] as number);
      place = parent;
    }
    this.#put(place, id, score);
  }

  /** Removes the root. */
  pop(): void {
    const last = --this.#length;
    if (last > 0) this.#sink(this.#ids[last] as number, this.#scores[last] as number);
  }

  /** Empties it: highest score first, at equal scores the lowest number first. */
  drain(): { ids: Int32Array; scores: Float32Array } {
    const ids = new Int32Array(this.#length);
    const scores = new Float32Array(this.#length);
    while (this.#length > 0) {
      ids[this.#length - 1] = this.root;
      scores[this.#length - 1] = this.lowest;
      this.pop();
    }
    return { ids, scores };
  }

  /** Replaces the root and sifts down. */
  #sink(id: number, score: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#length) break;
      const right = child + 1;
      if (
        right < this.#length &&
        this.#lower(this.#ids[right] as number, this.#scores[right] as number, child)
      )
        child = right;
      if (this.#lower(id, score, child)) break;
      this.#put(place, this.#ids[child] as number, this.#scores[child] as number);
      place = child;
    }
    this.#put(place, id, score);
  }

  #lower(id: number, score: number, place: number): boolean {
    const other = this.#scores[place] as number;
    return score < other || (score === other && id > (this.#ids[place] as number));
  }

  #put(place: number, id: number, score: number): void {
    this.#ids[place] = id;
    this.#scores[place] = score;
  }

  #grow(): void {
    const ids = new Int32Array(this.#ids.length * 2);
    const scores = new Float32Array(ids.length);
    ids.set(this.#ids);
    scores.set(this.#scores);
    this.#ids = ids;
    this.#scores = scores;
  }
}

/** Nodes with their cosines, best first. */
export interface Scored {
  readonly ids: Int32Array;
  readonly scores: Float32Array;
}

/** What a search compares with. */
export interface Target {
  /** The vector's area; `codes` compares sign-bit codes with the query instead: coarser, in a third of the time. */
  readonly area: Area | 'codes';
  /** Inverse norm of the vector there. */
  readonly scale: number;
}

/** Best-first search with a beam, over one level of a graph (Malkov and Yashunin 2018, algorithm 2). */
export class BeamSearch {
  /** The last search that visited each node. */
  #met = new Uint32Array(1024);
  #search = 0;
  /** Nodes to expand, best at the root: their scores are negated. */
  readonly #open = new ScoreHeap();
  readonly #best = new ScoreHeap();

  constructor(private readonly graph: Graph) {}

  /**
   * The `breadth` nearest nodes that satisfy `counts` (default: all), searched from `starts`. The search also
   * traverses nodes that do not, so that those behind them are found.
   */
  search(
    target: Target,
    level: number,
    breadth: number,
    starts: ArrayLike<number>,
    counts?: (node: number) => boolean,
  ): Scored {
    this.#begin();
    this.#meet(starts, starts.length, target, breadth, counts);
    const open = this.#open;
    const best = this.#best;
    while (open.length > 0 && !(best.length >= breadth && -open.lowest < best.lowest)) {
      const node = open.root;
      open.pop();
      const links = this.graph.links(level);
      const at = this.graph.linksAt(node, level);
      this.#meet(
        links.subarray(at + 1, at + 1 + (links[at] as number)),
        links[at] as number,
        target,
        breadth,
        counts,
      );
    }
    return best.drain();
  }

  /** The entry points of a level, descending from the top. */
  descend(target: Target, level: number): Int32Array {
    let starts = Int32Array.of(this.graph.entry);
    for (let above = this.graph.level(this.graph.entry); above > level; above--)
      starts = this.search(target, above, 1, starts).ids.slice();
    return starts;
  }

  #begin(): void {
    if (this.#met.length < this.graph.count)
      this.#met = new Uint32Array(Math.ceil(this.graph.count * 1.5));
    if (++this.#search === 2 ** 32) {
      this.#met.fill(0);
      this.#search = 1;
    }
    this.#open.clear();
    this.#best.clear();
  }

  /** Scores the nodes that were not visited before, and keeps those that are near enough. */
  #meet(
    nodes: ArrayLike<number>,
    length: number,
    target: Target,
    breadth: number,
    counts?: (node: number) => boolean,
  ): void {
    const { kernel, layout } = this.graph;
    const { int32, float32 } = kernel.views;
    const list = layout.list / 4;
    const scores = layout.scores / 4;
    const met = this.#met;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const node = nodes[i] as number;
      if (met[node] === this.#search) continue;
      met[node] = this.#search;
      int32[list + count++] = node;
    }
    if (target.area === 'codes') kernel.likenesses(count);
    else kernel.scores(target.area, target.scale, count);
    const best = this.#best;
    for (let i = 0; i < count; i++) {
      const node = int32[list + i] as number;
      const score = float32[scores + i] as number;
      if (best.length >= breadth && score < best.lowest) continue;
      this.#open.push(node, -score);
      if (counts === undefined || counts(node)) best.offer(node, score, breadth);
    }
  }
}

/** Scores many nodes, list by list, with a callback for each. */
export function scoreAll(
  graph: Graph,
  target: Target & { readonly area: Area },
  nodes: ArrayLike<number>,
  tell: (place: number, score: number) => void,
): void {
  const { kernel, layout } = graph;
  for (let from = 0; from < nodes.length; from += LIST_LENGTH) {
    const count = Math.min(LIST_LENGTH, nodes.length - from);
    for (let i = 0; i < count; i++)
      kernel.views.int32[layout.list / 4 + i] = nodes[from + i] as number;
    kernel.scores(target.area, target.scale, count);
    for (let i = 0; i < count; i++)
      tell(from + i, kernel.views.float32[layout.scores / 4 + i] as number);
  }
}

/**
 * Maximum magnitude of the int16 query: 1024 products with -128 in each of four lanes of 4096 dimensions stay below
 * 2^31.
 */
const INT16_PEAK = 16_383;

/** Width of a magnitude level, in root mean squares of the query: the same as the scan's. */
const LEVEL_WIDTH = 0.65;

/**
 * Writes a query of any scale into its area as int16, for the cosines, and as a sign and a magnitude of 0..3 per
 * dimension, for the likenesses (asymmetric distance, after Gordo et al. 2014, as in the scan); returns its inverse
 * norm, 0 for a query that is zero or contains a non-finite value.
 */
export function writeQuery(query: Float32Array, { layout, kernel }: Graph): number {
  const { int16 } = kernel.views;
  const start = (AREAS.query * layout.areaBytes) / 2;
  let peak = 0;
  let finite = true;
  for (let i = 0; i < query.length; i++) {
    const magnitude = Math.abs(query[i] as number);
    // A comparison with NaN is false either way.
    if (!(magnitude < Infinity)) finite = false;
    if (magnitude > peak) peak = magnitude;
  }
  if (!finite || peak === 0) return 0;
  const toInt16 = INT16_PEAK / peak;
  let squares = 0;
  for (let i = 0; i < query.length; i++) {
    const rounded = Math.round((query[i] as number) * toInt16);
    int16[start + i] = rounded;
    squares += rounded * rounded;
  }
  writePlanes(
    kernel.views.uint8,
    int16.subarray(start, start + query.length),
    LEVEL_WIDTH * Math.sqrt(squares / query.length),
    layout,
  );
  return 1 / Math.sqrt(squares);
}

function writePlanes(
  bytes: Uint8Array,
  query: Int16Array,
  width: number,
  { planes, codeBytes }: NodeLayout,
): void {
  bytes.fill(0, planes, planes + codeBytes * 3);
  for (let i = 0; i < query.length; i++) {
    const value = query[i] as number;
    const level = Math.min(3, Math.round(Math.abs(value) / width));
    const at = planes + (i >> 7) * 48 + ((i & 127) >> 3);
    const bit = 1 << (i & 7);
    if (value < 0) bytes[at] = (bytes[at] as number) | bit;
    if (level & 1) bytes[at + 16] = (bytes[at + 16] as number) | bit;
    if (level & 2) bytes[at + 32] = (bytes[at + 32] as number) | bit;
  }
}
