import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, EdgeRole } from '../domain/graph.js';
import type { EntityId, MemoryId } from '../domain/ids.js';
import { createGraphSpace, FAN_OUT, HeldGraph } from './e08-graph.js';
import { SeededRandom } from './dense-vectors.js';
import type { Inquiry, Space, Subject } from './space.js';

const memory = (number: number): MemoryId => `m_${String(number).padStart(13, '0')}` as MemoryId;
const entity = (number: number): EntityId => `e_${String(number).padStart(13, '0')}` as EntityId;

function edge(from: Edge['from'], role: EdgeRole, to: Edge['to'], weight = 0.9, label = ''): Edge {
  return { from, to, role, label, weight, confidence: weight, status: 'resolved', evidence: null };
}

const codeOf = (space: Space<Int8Array>, id: Edge['from']): Int8Array | null =>
  space.memory({ id } as Subject);
const ask = (space: Space<Int8Array>, ...entities: EntityId[]): Int8Array | null =>
  space.query({ entities } as unknown as Inquiry);

/** Two circles of friends with ten entities each; every memory mentions two of one circle. */
function twoCircles(): Edge[] {
  const random = new SeededRandom(8);
  return Array.from({ length: 80 }, (_, at) => {
    const first = (at % 2) * 10;
    return [0, 1].map(() => edge(memory(at), 'mentions', entity(first + random.below(10))));
  }).flat();
}

describe('the graph space', () => {
  it('puts memories of one part of the graph nearer to each other than to those of another, also without a shared name', () => {
    const graph = new HeldGraph();
    const edges = twoCircles();
    graph.put(edges);
    const space = createGraphSpace(graph);
    const named = (at: number): Set<string> =>
      new Set(edges.filter(({ from }) => from === memory(at)).map(({ to }) => to));
    const means = { shared: [0, 0], near: [0, 0], apart: [0, 0] };
    for (let a = 0; a < 80; a++) {
      for (let b = 0; b < a; b++) {
        const kind =
          a % 2 !== b % 2
            ? 'apart'
            : ![...named(a)].some((name) => named(b).has(name))
              ? 'near'
              : 'shared';
        const [one, two] = [codeOf(space, memory(a)), codeOf(space, memory(b))];
        if (one === null || two === null) throw new Error('a linked memory has a code');
        means[kind][0] = (means[kind][0] ?? 0) + space.likeness(one, two);
        means[kind][1] = (means[kind][1] ?? 0) + 1;
      }
    }
    const [shared, near, apart] = [means.shared, means.near, means.apart].map(
      ([sum = 0, count = 1]) => sum / count,
    );
    expect(shared).toBeGreaterThan((near ?? 0) + 0.1);
    expect(near).toBeGreaterThan((apart ?? 0) + 0.04);
    expect(Math.abs(apart ?? 1)).toBeLessThan(0.02);
  });

  it('finds by a named entity what mentions it, before nearly all else', () => {
    const graph = new HeldGraph();
    const edges = twoCircles();
    graph.put(edges);
    const space = createGraphSpace(graph);
    let [found, wanted] = [0, 0];
    for (let name = 0; name < 20; name++) {
      const query = ask(space, entity(name));
      if (query === null) continue;
      const mentioning = new Set(
        edges.filter(({ to }) => to === entity(name)).map(({ from }) => from),
      );
      const ranked = Array.from({ length: 80 }, (_, at) => memory(at)).sort(
        (a, b) =>
          space.similarity(query, codeOf(space, b) ?? query) -
          space.similarity(query, codeOf(space, a) ?? query),
      );
      found += ranked.slice(0, mentioning.size).filter((id) => mentioning.has(id)).length;
      wanted += mentioning.size;
      expect(mentioning.has(ranked[0] ?? entity(name))).toBe(true);
    }
    expect(found / wanted).toBeGreaterThan(0.95);
  });

  const node = fc.nat(11).map((number) => (number < 6 ? memory(number) : entity(number)));
  const steps = fc.array(
    fc.record({
      from: node,
      to: node,
      role: fc.constantFrom<EdgeRole>('mentions', 'similar_to', 'follows'),
      weight: fc.double({ min: 0.1, max: 1, noNaN: true }),
      gone: fc.boolean(),
    }),
    { maxLength: 60 },
  );

  it('has after every link the codes that a fresh space has: none is stale, whatever came and went', () => {
    fc.assert(
      fc.property(steps, (links) => {
        const graph = new HeldGraph();
        const followed = createGraphSpace(graph);
        for (const { from, to, role, weight, gone } of links) {
          if (gone) graph.remove([edge(from, role, to)]);
          else graph.put([edge(from, role, to, weight)]);
          for (let number = 0; number < 6; number++) codeOf(followed, memory(number));
        }
        const fresh = createGraphSpace(graph);
        for (let number = 0; number < 12; number++) {
          const id = number < 6 ? memory(number) : entity(number);
          expect(codeOf(followed, id)).toEqual(codeOf(fresh, id));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is as if a link that was taken back had never been', () => {
    const [graph, without] = [new HeldGraph(), new HeldGraph()];
    const kept = [
      edge(memory(1), 'mentions', entity(1)),
      edge(memory(2), 'mentions', entity(1), 0.8),
    ];
    without.put(kept);
    graph.put([
      ...kept,
      edge(memory(1), 'mentions', entity(2)),
      edge(memory(1), 'said_by', entity(1), 0.3),
    ]);
    graph.remove([edge(memory(1), 'mentions', entity(2)), edge(memory(1), 'said_by', entity(1))]);
    expect(codeOf(createGraphSpace(graph), memory(1))).toEqual(
      codeOf(createGraphSpace(without), memory(1)),
    );
    graph.remove(kept);
    expect(codeOf(createGraphSpace(graph), memory(1))).toBeNull();
  });

  it('computes a code once while nothing near it changes, also beside a growing hub', () => {
    const graph = new HeldGraph();
    graph.put(Array.from({ length: 300 }, (_, at) => edge(memory(at), 'mentions', entity(1))));
    const space = createGraphSpace(graph);
    const before = codeOf(space, memory(0));
    graph.put([
      edge(memory(900), 'mentions', entity(9)),
      edge(memory(901), 'mentions', entity(1), 0.5),
    ]);
    expect(codeOf(space, memory(0))).toBe(before);
    graph.put([edge(memory(0), 'mentions', entity(2))]);
    expect(codeOf(space, memory(0))).not.toBe(before);
  });

  it('has nothing for a memory without links, for a query that names nobody, for a link to itself', () => {
    const graph = new HeldGraph();
    graph.put([edge(memory(1), 'causes', memory(1))]);
    const space = createGraphSpace(graph);
    expect(codeOf(space, memory(1))).toBeNull();
    expect(codeOf(space, memory(7))).toBeNull();
    expect(ask(space)).toBeNull();
    expect(ask(space, entity(5))).toBeNull();
    expect(space.dimensions).toBe(384);
  });

  it('looks at a bounded number of links, the strongest', () => {
    const graph = new HeldGraph();
    graph.put(
      Array.from({ length: 200 }, (_, at) =>
        edge(memory(at), 'mentions', entity(1), (at + 1) / 200),
      ),
    );
    const { ends, weights } = graph.links(graph.number(entity(1)));
    expect(ends).toHaveLength(FAN_OUT);
    expect(weights[0]).toBe(1);
    expect([...weights]).toEqual([...weights].sort((a, b) => b - a));
  });
});
