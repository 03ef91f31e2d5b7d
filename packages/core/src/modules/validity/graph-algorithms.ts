/**
 * Strongly connected components (Tarjan 1972), each after all that it leads to; iterative, so that long chains do not
 * overflow the stack. Linear in nodes and edges. `next` may only return given nodes.
 */
export function stronglyConnected<Node>(
  nodes: readonly Node[],
  next: (node: Node) => readonly Node[],
): Node[][] {
  const found: Node[][] = [];
  const numbers = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const open: Node[] = [];
  const isOpen = new Set<Node>();
  for (const root of nodes) {
    if (numbers.has(root)) continue;
    const path: { readonly node: Node; readonly onto: readonly Node[]; at: number }[] = [];
    const enter = (node: Node): void => {
      lowest.set(node, numbers.size);
      numbers.set(node, numbers.size);
      open.push(node);
      isOpen.add(node);
      path.push({ node, onto: next(node), at: 0 });
    };
    const lower = (node: Node, to: number | undefined): void =>
      void lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? Infinity));
    enter(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node, onto } = step;
      if (step.at < onto.length) {
        const to = onto[step.at++] as Node;
        if (!numbers.has(to)) enter(to);
        else if (isOpen.has(to)) lower(node, numbers.get(to));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.node, lowest.get(node));
      if (lowest.get(node) !== numbers.get(node)) continue;
      const component: Node[] = [];
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        isOpen.delete(last);
        component.push(last);
        if (last === node) break;
      }
      found.push(component);
    }
  }
  return found;
}

const NONE = -1;

/** Whether every path from the roots to `node` passes through `over`; a node dominates itself. */
type Dominates<Node> = (over: Node, node: Node) => boolean;

/**
 * Dominators of a graph (Lengauer and Tarjan 1979, by path compression), without recursion. Linear in nodes and edges
 * up to a logarithm. A node that no root reaches is dominated by all.
 */
export function dominance<Node>(
  roots: readonly Node[],
  next: (node: Node) => readonly Node[],
): Dominates<Node> {
  const { numbers, parents, before } = walk(roots, next);
  const dominators = immediateDominators(parents, before);
  const sizes = dominators.map(() => 1);
  for (let at = sizes.length - 1; at > 0; at--)
    sizes[dominators[at] as number] =
      (sizes[dominators[at] as number] as number) + (sizes[at] as number);
  // Each node's position in a preorder of the dominator tree, so that its subtree is contiguous.
  const places = [0];
  const free = [1];
  for (let at = 1; at < sizes.length; at++) {
    const above = dominators[at] as number;
    places[at] = free[above] as number;
    free[above] = (free[above] as number) + (sizes[at] as number);
    free[at] = (places[at] as number) + 1;
  }
  return (over, node) => {
    const [a, b] = [numbers.get(over), numbers.get(node)];
    if (b === undefined) return true;
    if (a === undefined) return false;
    const [place, low] = [places[b] as number, places[a] as number];
    return place >= low && place < low + (sizes[a] as number);
  };
}

interface Walk<Node> {
  /** In depth-first order, from 1; 0 is a virtual node that leads to all roots. */
  readonly numbers: ReadonlyMap<Node, number>;
  /** By number. */
  readonly parents: readonly number[];
  /** The predecessors of each, by number. */
  readonly before: readonly (readonly number[])[];
}

/** Depth first. */
function walk<Node>(roots: readonly Node[], next: (node: Node) => readonly Node[]): Walk<Node> {
  const numbers = new Map<Node, number>();
  const parents = [NONE];
  const before: number[][] = [[]];
  const path: { readonly number: number; readonly onto: readonly Node[]; at: number }[] = [
    { number: 0, onto: roots, at: 0 },
  ];
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    if (step.at >= step.onto.length) {
      path.pop();
      continue;
    }
    const node = step.onto[step.at++] as Node;
    const known = numbers.get(node);
    if (known !== undefined) {
      before[known]?.push(step.number);
      continue;
    }
    const number = parents.push(step.number) - 1;
    numbers.set(node, number);
    before.push([step.number]);
    path.push({ number, onto: next(node), at: 0 });
  }
  return { numbers, parents, before };
}

function immediateDominators(
  parents: readonly number[],
  before: readonly (readonly number[])[],
): number[] {
  const semi = parents.map((_, at) => at);
  const label = [...semi];
  const ancestor = parents.map(() => NONE);
  const dominators = parents.map(() => 0);
  const waiting = parents.map((): number[] => []);
  const of = (numbers: readonly number[], at: number): number => numbers[at] as number;
  const lowest = (node: number): number => {
    const path: number[] = [];
    for (
      let at = node;
      of(ancestor, at) !== NONE && of(ancestor, of(ancestor, at)) !== NONE;
      at = of(ancestor, at)
    )
      path.push(at);
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      const above = of(ancestor, at);
      if (of(semi, of(label, above)) < of(semi, of(label, at))) label[at] = of(label, above);
      ancestor[at] = of(ancestor, above);
    }
    return of(label, node);
  };
  for (let node = parents.length - 1; node > 0; node--) {
    const parent = of(parents, node);
    for (const from of before[node] as readonly number[])
      semi[node] = Math.min(of(semi, node), of(semi, lowest(from)));
    waiting[of(semi, node)]?.push(node);
    ancestor[node] = parent;
    for (const each of waiting[parent]?.splice(0) ?? []) {
      const low = lowest(each);
      dominators[each] = of(semi, low) < of(semi, each) ? low : parent;
    }
  }
  for (let node = 1; node < parents.length; node++)
    if (of(dominators, node) !== of(semi, node))
      dominators[node] = of(dominators, of(dominators, node));
  return dominators;
}
