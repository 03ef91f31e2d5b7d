import { LIST_LENGTH, type Area } from './node-layout.js';
import type { Graph } from './graph.js';
import { ScoreHeap } from './score-heap.js';

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
   * The `breadth` nearest of those that `counts` (default: all), found from `starts`. The search passes
   * through nodes that do not count, so that what is behind them is found.
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

  /** Scores those of the nodes that were not visited before, and keeps what is near enough. */
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
