/** A set of integers as sorted, disjoint, non-adjacent closed intervals, flat: `[from, to, from, to, …]`. */
type Intervals = number[];

/** Whether the number is in the set: a binary search over the intervals. */
function covers(intervals: Intervals, place: number): boolean {
  return within(intervals, place, place);
}

/** The union; the first set itself if it contains the second. */
function union(a: Intervals, b: Intervals): Intervals {
  const merged: Intervals = [];
  let grown = false;
  for (let left = 0, right = 0; left < a.length || right < b.length;) {
    const fromLeft =
      right >= b.length || (left < a.length && (a[left] as number) <= (b[right] as number));
    const from = (fromLeft ? a[left] : b[right]) as number;
    const to = (fromLeft ? a[left + 1] : b[right + 1]) as number;
    if (fromLeft) left += 2;
    else right += 2;
    const last = merged.length - 1;
    const joins = last > 0 && from <= (merged[last] as number) + 1;
    if (!fromLeft && !grown) grown = !within(a, from, to);
    if (joins) merged[last] = Math.max(merged[last] as number, to);
    else merged.push(from, to);
  }
  return grown ? merged : a;
}

/** Whether one interval of the set contains all of `[from, to]`. */
function within(intervals: Intervals, from: number, to: number): boolean {
  let low = 0;
  let high = intervals.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (from < (intervals[2 * middle] as number)) high = middle - 1;
    else if (from > (intervals[2 * middle + 1] as number)) low = middle + 1;
    else return to <= (intervals[2 * middle + 1] as number);
  }
  return false;
}

/** A node above or below another, and how many steps away. */
export interface Relative {
  readonly node: string;
  /** Steps on the shortest way, from 1. */
  readonly depth: number;
}

/** One step up, as stated. */
export interface Step {
  readonly child: string;
  readonly parent: string;
}

/** Intervals per node above which everything is relabelled, as appending fragments the sets. */
const FRAGMENTS = 4;

/**
 * Exact reachability in a growing directed acyclic graph. Every node has a place on a line and the set of the places
 * of everything below it, as intervals: the tree cover of Agrawal, Borgida and Jagadish (1989). In a tree that is one
 * interval per node, so "is it below?" is two comparisons; in a graph it is a binary search over the few intervals of
 * the upper node. A step that would close a cycle is rejected and reported, so that nothing here can loop.
 */
export class Reachability {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #parents: number[][] = [];
  readonly #children: number[][] = [];
  readonly #circles: Step[] = [];
  #places: number[] = [];
  #below: Intervals[] = [];
  #intervals = 0;
  #intervalsAtRebuild = 0;

  /** Nodes, in order of arrival. */
  get nodes(): readonly string[] {
    return this.#names;
  }

  /** Steps that were rejected because they would have closed a cycle. */
  get circles(): readonly Step[] {
    return this.#circles;
  }

  /** Intervals per node, on average and at most: the cost of a lookup. */
  get size(): { readonly nodes: number; readonly intervals: number; readonly most: number } {
    return {
      nodes: this.#names.length,
      intervals: this.#intervals,
      most: this.#below.reduce((most, set) => Math.max(most, set.length / 2), 0),
    };
  }

  has(node: string): boolean {
    return this.#numbers.has(node);
  }

  /** Adds one step. False if it was rejected: it would close a cycle. A known step changes nothing. */
  add(child: string, parent: string): boolean {
    const lower = this.#numberOf(child);
    const upper = this.#numberOf(parent);
    if (lower === upper || covers(this.#set(lower), this.#place(upper))) {
      if (!this.#circles.some((circle) => circle.child === child && circle.parent === parent))
        this.#circles.push({ child, parent });
      return false;
    }
    if (this.#list(this.#parents, lower).includes(upper)) return true;
    this.#list(this.#parents, lower).push(upper);
    this.#list(this.#children, upper).push(lower);
    this.#raise(upper, this.#set(lower));
    if (this.#intervals > 2 * this.#intervalsAtRebuild + FRAGMENTS * this.#names.length)
      this.rebuild();
    return true;
  }

  /** Index of the node in {@link nodes}; -1 if unknown. */
  number(node: string): number {
    return this.#numbers.get(node) ?? -1;
  }

  /** Whether `lower` is below `upper`, at any distance; no node is below itself. */
  isBelow(lower: string, upper: string): boolean {
    const from = this.#numbers.get(lower);
    const to = this.#numbers.get(upper);
    return from !== undefined && to !== undefined && this.covers(from, to);
  }

  /** {@link isBelow} by numbers. */
  covers(lower: number, upper: number): boolean {
    return lower !== upper && covers(this.#set(upper), this.#place(lower));
  }

  /** The nodes of a shortest way up, both ends included; null if there is none. */
  chain(lower: string, upper: string): readonly string[] | null {
    const goal = this.#numbers.get(upper);
    const start = this.#numbers.get(lower);
    if (start === undefined || goal === undefined || !this.isBelow(lower, upper)) return null;
    const cameFrom = new Map<number, number>([[start, -1]]);
    // Only nodes that are themselves below the goal are entered, so the search stays between the two.
    for (const queue = [start]; queue.length > 0 && !cameFrom.has(goal);) {
      const at = queue.shift() as number;
      for (const next of this.#list(this.#parents, at)) {
        if (cameFrom.has(next) || (next !== goal && !covers(this.#set(goal), this.#place(next))))
          continue;
        cameFrom.set(next, at);
        queue.push(next);
      }
    }
    const way: string[] = [];
    for (let at = goal; at !== -1; at = cameFrom.get(at) ?? -1)
      way.unshift(this.#names[at] as string);
    return way;
  }

  /** Everything above the node, nearest first; at equal depth in order of arrival. */
  above(node: string): readonly Relative[] {
    return this.#walk(node, this.#parents);
  }

  /** Everything below the node, nearest first; at equal depth in order of arrival. */
  below(node: string): readonly Relative[] {
    return this.#walk(node, this.#children);
  }

  /** Relabels everything, which makes the sets small again. Answers stay the same. */
  rebuild(): void {
    this.#places = new Array<number>(this.#names.length).fill(-1);
    const lowest = new Array<number>(this.#names.length).fill(0);
    const finished: number[] = [];
    const treeParent = this.#treeParents();
    let next = 0;
    for (let root = 0; root < this.#names.length; root++) {
      if (treeParent[root] !== -1) continue;
      // Iterative post-order: a node is numbered after everything below it in the spanning tree.
      const stack: { node: number; child: number }[] = [{ node: root, child: 0 }];
      lowest[root] = next;
      while (stack.length > 0) {
        const top = stack.at(-1) as { node: number; child: number };
        const child = this.#list(this.#children, top.node)[top.child++];
        if (child === undefined) {
          this.#places[top.node] = next++;
          finished.push(top.node);
          stack.pop();
        } else if (treeParent[child] === top.node) {
          lowest[child] = next;
          stack.push({ node: child, child: 0 });
        }
      }
    }
    this.#below = this.#names.map((_, node) => [lowest[node] as number, this.#place(node)]);
    for (const node of this.#bottomUp()) {
      for (const child of this.#list(this.#children, node))
        this.#below[node] = union(this.#set(node), this.#set(child));
    }
    this.#intervals = this.#below.reduce((sum, set) => sum + set.length / 2, 0);
    this.#intervalsAtRebuild = this.#intervals;
  }

  /** Widens the sets of the node and of everything above it; stops where nothing is new. */
  #raise(node: number, set: Intervals): void {
    for (const stack = [node]; stack.length > 0;) {
      const at = stack.pop() as number;
      const before = this.#set(at);
      const after = union(before, set);
      if (after === before) continue;
      this.#below[at] = after;
      this.#intervals += (after.length - before.length) / 2;
      stack.push(...this.#list(this.#parents, at));
    }
  }

  #walk(node: string, edges: number[][]): Relative[] {
    const start = this.#numbers.get(node);
    if (start === undefined) return [];
    const found: Relative[] = [];
    const seen = new Set([start]);
    for (let level = [start], depth = 1; level.length > 0; depth++) {
      const next: number[] = [];
      for (const at of level) {
        for (const other of this.#list(edges, at)) {
          if (seen.has(other)) continue;
          seen.add(other);
          next.push(other);
        }
      }
      next.sort((a, b) => a - b);
      found.push(...next.map((other) => ({ node: this.#names[other] as string, depth })));
      level = next;
    }
    return found;
  }

  /** The parent in the spanning tree: the deepest one, so that most of what is above it inherits one interval. */
  #treeParents(): number[] {
    const depth = new Array<number>(this.#names.length).fill(0);
    const chosen = new Array<number>(this.#names.length).fill(-1);
    for (const node of this.#bottomUp().reverse()) {
      for (const parent of this.#list(this.#parents, node)) {
        if ((chosen[node] as number) !== -1 && (depth[parent] as number) < (depth[node] as number))
          continue;
        chosen[node] = parent;
        depth[node] = (depth[parent] as number) + 1;
      }
    }
    return chosen;
  }

  /** Every node after everything below it (Kahn 1962). */
  #bottomUp(): number[] {
    const waiting = this.#children.map((children) => children.length);
    const order: number[] = [];
    for (let node = 0; node < waiting.length; node++) if (waiting[node] === 0) order.push(node);
    for (let at = 0; at < order.length; at++) {
      for (const parent of this.#list(this.#parents, order[at] as number)) {
        waiting[parent] = (waiting[parent] as number) - 1;
        if (waiting[parent] === 0) order.push(parent);
      }
    }
    return order;
  }

  #numberOf(node: string): number {
    const known = this.#numbers.get(node);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(node, number);
    this.#names.push(node);
    this.#parents.push([]);
    this.#children.push([]);
    this.#places.push(number);
    this.#below.push([number, number]);
    this.#intervals++;
    return number;
  }

  #list(lists: number[][], node: number): number[] {
    return lists[node] as number[];
  }

  #set(node: number): Intervals {
    return this.#below[node] as Intervals;
  }

  #place(node: number): number {
    return this.#places[node] as number;
  }
}
