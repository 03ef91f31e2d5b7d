import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeIndex } from '../../indexes/edge-index.js';
import { graphPath, type GraphWalk } from './graph.js';

const NODES = 40;
const pair = fc.record({
  from: fc.nat(NODES - 1),
  to: fc.nat(NODES - 1),
  weight: fc.integer({ min: 1, max: 20 }).map((steps) => steps / 20),
});
type Pair = { from: number; to: number; weight: number };

/** Even nodes are memories, by half their number; odd ones are entities. */
const slotOf = (node: number): number => (node % 2 === 0 ? node / 2 : -1);
const similarity = (slot: number): number => ((slot * 7) % 11) / 11;
const accepts = (slot: number): boolean => slot % 5 !== 0;
const beside = (slot: number): boolean => slot === 3;

function walkOver(pairs: readonly Pair[], depth: number): GraphWalk {
  const edges = {
    strongest: (node: number) =>
      pairs.flatMap(({ from, to }, at) => (from === node || to === node ? [at] : [])),
    across: (edge: number, node: number) =>
      pairs[edge]?.from === node ? pairs[edge].to : (pairs[edge]?.from ?? -1),
    weight: (edge: number) => pairs[edge]?.weight ?? 0,
    slot: slotOf,
  } as unknown as EdgeIndex;
  return {
    edges,
    similarity,
    prepare: () => undefined,
    accepts,
    depth,
    beside,
    roles: 0,
    late: () => false,
  };
}

/** A reference implementation: scores the best ways of each hop, sorts them all, and expands the best twelve. */
function plainly(
  starts: readonly number[],
  pairs: readonly Pair[],
  depth: number,
): { slot: number; score: number }[] {
  const reached = new Map(starts.map((node) => [node, 1]));
  const found = new Map<number, number>();
  let frontier = [...starts];
  for (let hop = 1; hop <= depth; hop++) {
    const ways = frontier.flatMap((node) =>
      pairs.flatMap(({ from, to, weight }) =>
        from === node
          ? [{ node: to, strength: (reached.get(node) ?? 0) * weight }]
          : to === node
            ? [{ node: from, strength: (reached.get(node) ?? 0) * weight }]
            : [],
      ),
    );
    const open = ways.filter(({ node }) => !reached.has(node) && !beside(slotOf(node)));
    const best = [...new Set(open.map(({ node }) => node))].map((node) => ({
      node,
      strength: Math.max(...open.filter((way) => way.node === node).map((way) => way.strength)),
    }));
    const scored = best.map(({ node, strength }) => ({
      node,
      strength,
      relevance:
        ((slotOf(node) < 0 ? 0.5 : Math.max(0.05, similarity(slotOf(node)))) * strength) /
        (1 + 0.2 * hop),
    }));
    for (const { node, strength } of scored) reached.set(node, strength);
    const strong = scored.filter(({ relevance }) => relevance >= 0.01);
    for (const { node, relevance } of strong)
      if (slotOf(node) >= 0 && accepts(slotOf(node))) found.set(slotOf(node), relevance);
    frontier = strong
      .sort((a, b) => b.relevance - a.relevance || a.node - b.node)
      .slice(0, 12)
      .map(({ node }) => node);
  }
  return [...found]
    .map(([slot, score]) => ({ slot, score }))
    .sort((a, b) => b.score - a.score || a.slot - b.slot);
}

describe('the walk through links', () => {
  it('gives what its definition gives, over any graph', () => {
    fc.assert(
      fc.property(
        fc.array(pair, { maxLength: 160 }),
        fc.uniqueArray(fc.nat(NODES - 1), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        (pairs, starts, depth) => {
          expect(graphPath(starts, walkOver(pairs, depth))).toEqual(plainly(starts, pairs, depth));
        },
      ),
    );
  });

  it('walks on from the best of a hop, of equals from those recorded first', () => {
    const ARMS = 24;
    // A hub with arms of length three: the ends found show which arms were followed.
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0.5, 1), { minLength: ARMS * 3, maxLength: ARMS * 3 }),
        (weights) => {
          const pairs = weights.map((weight, at) => ({
            from: Math.max(0, at + 1 - ARMS),
            to: at + 1,
            weight,
          }));
          expect(graphPath([0], walkOver(pairs, 3))).toEqual(plainly([0], pairs, 3));
        },
      ),
    );
  });

  it('walks no further once its time is up', () => {
    const line = Array.from({ length: 10 }, (_, at) => ({ from: at, to: at + 1, weight: 1 }));
    let hops = 0;
    const found = graphPath([0], { ...walkOver(line, 4), late: () => hops++ >= 2 });
    expect(found.map(({ slot }) => slot)).toEqual([1]);
  });
});
