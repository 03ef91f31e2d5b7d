import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plantedTaxonomy } from '../../../../bench/planted-graphs.js';
import { Reachability, type Step } from './reachability.js';

/** What is below what, by following every path: the definition, slow. */
function closure(steps: readonly Step[]): Set<string> {
  const pairs = new Set<string>();
  const parents = new Map<string, string[]>();
  for (const { child, parent } of steps)
    parents.set(child, [...(parents.get(child) ?? []), parent]);
  for (const start of parents.keys()) {
    const seen = new Set<string>();
    for (const stack = [start]; stack.length > 0;) {
      for (const parent of parents.get(stack.pop() ?? '') ?? []) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        stack.push(parent);
      }
    }
    for (const above of seen) pairs.add(`${start}<${above}`);
  }
  return pairs;
}

const graph = fc
  .array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 40 })
  .map((pairs) =>
    pairs.map(([child, parent]): Step => ({ child: `n${child}`, parent: `n${parent}` })),
  );

describe('the exact index', () => {
  it('agrees with following every way, for any steps in any order, before and after labelling anew', () => {
    fc.assert(
      fc.property(graph, (steps) => {
        const index = new Reachability();
        const kept = steps.filter(({ child, parent }) => index.add(child, parent));
        const expected = closure(kept);
        for (let round = 0; round < 2; round++) {
          for (const a of index.nodes)
            for (const b of index.nodes)
              expect(index.isBelow(a, b), `${a} below ${b}`).toBe(expected.has(`${a}<${b}`));
          index.rebuild();
        }
        // What was rejected is exactly what would have closed a cycle.
        for (const { child, parent } of index.circles)
          expect(child === parent || expected.has(`${parent}<${child}`)).toBe(true);
      }),
    );
  });

  it('gives chains whose every step was told, and relatives with their shortest distance, the nearest first', () => {
    fc.assert(
      fc.property(graph, (steps) => {
        const index = new Reachability();
        const told = new Set(
          steps
            .filter(({ child, parent }) => index.add(child, parent))
            .map(({ child, parent }) => `${child}<${parent}`),
        );
        for (const node of index.nodes) {
          const above = index.above(node);
          expect(above.map(({ depth }) => depth)).toEqual(
            above.map(({ depth }) => depth).sort((a, b) => a - b),
          );
          expect(new Set(above.map((each) => each.node)).size).toBe(above.length);
          for (const { node: upper, depth } of above) {
            const chain = index.chain(node, upper) ?? [];
            expect(chain).toHaveLength(depth + 1);
            chain
              .slice(1)
              .forEach((step, at) => expect(told.has(`${chain[at] ?? ''}<${step}`)).toBe(true));
            expect(index.below(upper)).toContainEqual({ node, depth });
          }
        }
      }),
    );
  });

  it('keeps one interval a node in a tree, and few in a graph', () => {
    const tree = new Reachability();
    for (const { child, parent } of plantedTaxonomy(2_000, 3, 0)) tree.add(child, parent);
    tree.rebuild();
    expect(tree.size).toEqual({ nodes: 2_000, intervals: 2_000, most: 1 });
    const dag = new Reachability();
    for (const { child, parent } of plantedTaxonomy(2_000, 3, 0.1)) dag.add(child, parent);
    dag.rebuild();
    expect(dag.size.intervals).toBeLessThan(3 * 2_000);
  });

  it('reports a circle once and leaves what was told before it', () => {
    const index = new Reachability();
    expect(index.add('dog', 'animal')).toBe(true);
    expect(index.add('animal', 'thing')).toBe(true);
    expect(index.add('thing', 'dog')).toBe(false);
    expect(index.add('thing', 'dog')).toBe(false);
    expect(index.add('dog', 'dog')).toBe(false);
    expect(index.circles).toEqual([
      { child: 'thing', parent: 'dog' },
      { child: 'dog', parent: 'dog' },
    ]);
    expect(index.chain('dog', 'thing')).toEqual(['dog', 'animal', 'thing']);
    expect(index.chain('thing', 'dog')).toBeNull();
  });
});
