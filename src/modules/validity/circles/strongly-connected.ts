/**
 * Strongly connected components (Tarjan 1972), each after all that it leads to; iterative, so that long
 * chains do not overflow the stack. Linear in nodes and edges. `next` may only return given nodes.
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
