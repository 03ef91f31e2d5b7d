import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Source } from '../../domain/memory.js';
import { citationsAmong, findCircles, type Rest } from './circles.js';
import { stronglyConnected } from './graph-algorithms.js';

const id = (name: string | number): MemoryId => `m_${String(name).padStart(12, '0')}` as MemoryId;

function memory(
  name: string | number,
  {
    source = 'web',
    host = `h${name}`,
    content = 'It is so.',
  }: { source?: Source; host?: string; content?: string } = {},
): Memory {
  const provenance = [
    {
      source,
      speaker: null,
      session: null,
      turn: null,
      origin: `https://${host}.example/p`,
      saidAt: 0,
    },
  ];
  return {
    id: id(name),
    content,
    provenance,
    tags: [],
    metadata: {},
    kind: 'opinion',
    retractedAt: null,
  } as unknown as Memory;
}
const byId = (memories: readonly Memory[]): Map<MemoryId, Memory> =>
  new Map(memories.map((each) => [each.id, each]));
const rest = (from: string | number, on: string | number): Rest => ({
  memory: id(from),
  on: id(on),
  by: 'supports',
});

describe('components', () => {
  it('are those whose nodes lead to each other, each after what it leads to', () => {
    const graph = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 30 });
    fc.assert(
      fc.property(graph, (arcs) => {
        const nodes = Array.from({ length: 10 }, (_, at) => at);
        const next = (node: number): number[] =>
          arcs.filter(([from]) => from === node).map(([, to]) => to);
        const reach = nodes.map((node) => {
          const seen = new Set([node]);
          for (const each of seen) for (const to of next(each)) seen.add(to);
          return seen;
        });
        const found = stronglyConnected(nodes, next);
        expect(found.flat().sort((a, b) => a - b)).toEqual(nodes);
        const place = new Map(
          found.flatMap((component, at) => component.map((node) => [node, at])),
        );
        for (const a of nodes)
          for (const b of nodes)
            expect(place.get(a) === place.get(b)).toBe(
              reach[a]?.has(b) === true && reach[b]?.has(a) === true,
            );
        for (const [from, to] of arcs)
          expect(place.get(to)).toBeLessThanOrEqual(place.get(from) ?? -1);
      }),
    );
  });

  it('are found in a chain too long for recursion', () => {
    expect(
      stronglyConnected(
        Array.from({ length: 50_000 }, (_, at) => at),
        (at) => [(at + 1) % 50_000],
      ),
    ).toHaveLength(1);
  });
});

describe('a circle of support', () => {
  it('counts for nothing where nothing outside supports it', () => {
    const [circle, ...others] = findCircles(byId([1, 2, 3, 4].map((name) => memory(name))), [
      rest(1, 2),
      rest(2, 3),
      rest(3, 1),
      rest(4, 1),
    ]);
    expect(others).toEqual([]);
    expect(circle).toMatchObject({ members: [id(1), id(2), id(3)], grounds: [] });
    expect(circle?.groundless).toHaveLength(3);
  });

  it('counts once around where an observation supports it that nobody within has made', () => {
    const rests = [rest(1, 2), rest(2, 1), rest(1, 9)];
    const [grounded] = findCircles(
      byId([memory(1), memory(2), memory(9, { source: 'tool' })]),
      rests,
    );
    expect(grounded).toMatchObject({ grounds: [id(9)], groundless: [rest(1, 2)] });
    const [own] = findCircles(byId([memory(1), memory(2), memory(9, { host: 'h2' })]), rests);
    expect([own?.grounds, own?.groundless.length]).toEqual([[], 2]);
  });

  it('is no ground for another, and neither is what reflection made of it', () => {
    const reflected = { ...memory(5, { source: 'agent' }), tags: ['mneme:reflected'] } as Memory;
    const circles = findCircles(byId([memory(1), memory(2), memory(3), memory(4), reflected]), [
      rest(1, 2),
      rest(2, 1),
      rest(5, 1),
      rest(3, 4),
      rest(4, 3),
      rest(3, 1),
      rest(4, 5),
    ]);
    expect(circles.map(({ members, grounds }) => [members.length, grounds])).toEqual([
      [2, []],
      [2, []],
    ]);
  });

  it('never leaves a step that counts without a ground it reaches by another way', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(8)), { maxLength: 25 }), (pairs) => {
        const rests = [
          ...new Map(pairs.map(([from, on]) => [`${from} ${on}`, rest(from, on)])).values(),
        ];
        const circles = findCircles(byId(Array.from({ length: 9 }, (_, at) => memory(at))), rests);
        for (const { rests: inner, groundless, grounds } of circles) {
          if (grounds.length === 0) expect(groundless).toEqual(inner);
          // Without the groundless rests, only grounded circles remain, and none of their rests is
          // groundless.
        }
        const idle = new Set(circles.flatMap(({ groundless }) => groundless));
        for (const left of findCircles(
          byId(Array.from({ length: 9 }, (_, at) => memory(at))),
          rests.filter((each) => !idle.has(each)),
        ))
          expect(left.grounds.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('what supports others', () => {
  it('counts for nothing exactly where it comes to no ground without them, and is told of great circles too', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(8)), { maxLength: 30 }), (pairs) => {
        const rests = [
          ...new Map(pairs.map(([from, on]) => [`${from} ${on}`, rest(from, on)])).values(),
        ];
        for (const { members, rests: inner, groundless, grounds } of findCircles(
          byId(Array.from({ length: 9 }, (_, at) => memory(at))),
          rests,
        )) {
          const grounded = rests
            .filter(({ memory: from, on }) => members.includes(from) && grounds.includes(on))
            .map(({ memory: from }) => from);
          const counts = ({ memory: without, on }: Rest): boolean => {
            const seen = new Set([on]);
            for (const each of seen)
              for (const step of inner)
                if (step.memory === each && step.on !== without) seen.add(step.on);
            return on !== without && grounded.some((each) => seen.has(each));
          };
          expect(groundless).toEqual(inner.filter((each) => !counts(each)));
        }
      }),
      { numRuns: 300 },
    );
    const count = 6_000;
    const ring = Array.from({ length: count }, (_, at) => [
      rest(at, (at + 1) % count),
      rest(at, (at + 7) % count),
    ]).flat();
    const [circle] = findCircles(byId(Array.from({ length: count + 1 }, (_, at) => memory(at))), [
      ...ring,
      rest(0, count),
    ]);
    // Only the first has a ground; those it rests on get their support from it.
    expect(circle?.groundless).toContainEqual(rest(0, 1));
    expect(circle?.groundless).not.toContainEqual(rest(count - 1, 0));
  });
});

describe('citations', () => {
  it('are few where thousands came from the page that each of them names', () => {
    const page = Array.from({ length: 500 }, (_, at) =>
      memory(at, { host: 'one', content: 'As https://one.example/p says.' }),
    );
    expect(citationsAmong(page).length).toBeLessThanOrEqual(page.length * 50);
  });

  it('are read off ids, their short forms and addresses, and only where they mean one memory', () => {
    const [a, b, c] = [memory('aaaa000'), memory('bbbb000'), memory('bbbc000')];
    const citing = memory('z', {
      content: `See ${a.id}, [${b.id.slice(0, 12)}] and https://www.hbbbc000.example/p#top. Not m_000000, not https://other.example.`,
    });
    expect(citationsAmong([a, b, c, citing])).toEqual(
      [a, b, c].map(({ id: on }) => ({ memory: citing.id, on, by: 'cites' })),
    );
  });
});
