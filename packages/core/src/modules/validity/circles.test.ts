import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const MATTERS = [
  'the harbour crane',
  'the night ferry',
  'the old archive',
  'the glass workshop',
  'the tram to Elm Hill',
];
const page = (at: number): string => `https://ring${at}.example/post`;

/** Opinions from web pages, each citing the next, or none. */
async function opinions(memory: Mneme, count: number, citing: boolean): Promise<string[]> {
  const { receipts } = await memory.rememberAll(
    MATTERS.slice(0, count).map((matter, at) => ({
      content: `People who know ${matter} think highly of it${citing ? `, as ${page((at + 1) % count)} shows` : ''}.`,
      kind: 'opinion' as const,
      source: 'web' as const,
      origin: page(at),
    })),
  );
  return receipts.map(({ id }) => id);
}
const confidence = async (memory: Mneme, id: string): Promise<number> =>
  (await memory.show(id)).memory.confidence;

describe('opinions that support one another', () => {
  it('gain nothing by a circle: the step that closes it is not counted, and the one before is taken back', async () => {
    const { memory } = await openTestMemory();
    const [a = '', b = '', c = ''] = await opinions(memory, 3, false);
    const before = await confidence(memory, a);
    expect(await memory.opinions.weigh({ move: 'reinforce', id: a, evidence: [b] })).toMatchObject({
      changed: true,
      circular: [],
    });
    expect(await memory.opinions.weigh({ move: 'reinforce', id: b, evidence: [c] })).toMatchObject({
      changed: true,
      circular: [],
    });
    const closing = await memory.opinions.weigh({ move: 'reinforce', id: c, evidence: [a] });
    expect(closing).toMatchObject({ before, after: before, circular: [a, b, c].sort() });
    for (const id of [a, b, c]) expect(await confidence(memory, id)).toBeCloseTo(before, 10);
    expect(await memory.validity.circles()).toMatchObject({ found: 0 });
    await memory.undo(closing.reversal ?? '');
    expect(await confidence(memory, a)).toBeGreaterThan(before);
    await expect(
      memory.opinions.weigh({ move: 'reinforce', id: a, evidence: [a] }),
    ).resolves.toMatchObject({
      changed: false,
    });
  });

  it('count once around where somebody else saw it', async () => {
    const { memory } = await openTestMemory();
    const [a = '', b = ''] = await opinions(memory, 2, false);
    const { id: seen } = await memory.remember(
      'I went to see the harbour crane, and it is a marvel.',
    );
    const before = await confidence(memory, a);
    await memory.opinions.weigh({ move: 'reinforce', id: b, evidence: [seen] });
    const counted = await memory.opinions.weigh({ move: 'reinforce', id: a, evidence: [b] });
    expect(counted.after).toBeGreaterThan(before);
    expect(await memory.opinions.weigh({ move: 'reinforce', id: b, evidence: [a] })).toMatchObject({
      changed: false,
      circular: [a, b].sort(),
    });
    expect(await confidence(memory, a)).toBe(counted.after);
  });

  it('never lift a ring without a ground above what its members were at first, whatever is done in what order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (moves, citing) => {
          const { memory } = await openTestMemory();
          const ids = await opinions(memory, 4, citing);
          const prior = Math.max(...(await Promise.all(ids.map((id) => confidence(memory, id)))));
          for (const [to, from] of moves)
            await memory.opinions.weigh({
              move: 'reinforce',
              id: ids[to] ?? '',
              evidence: [ids[from] ?? ''],
            });
          const { circles } = await memory.validity.circles();
          for (const { members, grounds, groundless, by } of circles) {
            // Support between two members that a third grounds is grounded as well.
            if (grounds.length > 0) expect(groundless).toBe(0);
            else expect(by.supports ?? 0).toBe(0);
            if (grounds.length === 0)
              for (const each of members) expect(each.confidence).toBeLessThanOrEqual(prior + 1e-9);
          }
          expect(circles.filter(({ grounds }) => grounds.length === 0)).toHaveLength(
            citing ? 1 : 0,
          );
          await memory.close();
        },
      ),
      {
        numRuns: 12,
        examples: [
          [
            [
              [3, 0],
              [2, 0],
              [3, 2],
              [2, 3],
            ],
            false,
          ],
        ],
      },
    );
  });

  it('are found where what closes them comes later, and pruned in one change that can be undone', async () => {
    const { memory } = await openTestMemory();
    const [a = ''] = await opinions(memory, 1, false);
    const { id: b } = await memory.remember({
      content: 'The crane is praised everywhere, see https://later.example/crane.',
      kind: 'opinion',
      source: 'web',
      origin: 'https://second.example/x',
    });
    const before = await confidence(memory, a);
    await memory.opinions.weigh({ move: 'reinforce', id: a, evidence: [b] });
    const raised = await confidence(memory, a);
    const { id: c } = await memory.remember({
      content: `A crane to be proud of, writes ${page(0)}.`,
      source: 'web',
      origin: 'https://later.example/crane',
    });
    expect(await memory.validity.circles()).toMatchObject({
      found: 1,
      pruned: 0,
      circles: [{ by: { supports: 1, cites: 2 }, grounds: [], groundless: 3 }],
    });
    expect(await confidence(memory, a)).toBe(raised);
    const report = await memory.validity.circles({ prune: true, reason: 'a ring' });
    expect(report).toMatchObject({ pruned: 1, lowered: [{ id: a, before: raised }] });
    expect(report.circles[0]?.members.map(({ id }) => id)).toEqual([a, b, c].sort());
    expect(await confidence(memory, a)).toBeCloseTo(before, 10);
    expect(await memory.validity.circles({ prune: true })).toMatchObject({
      found: 0,
      pruned: 0,
      reversal: null,
    });
    await memory.undo(report.reversal ?? '');
    expect(await confidence(memory, a)).toBe(raised);
  });

  it('hold where a text was written after recalling what it is to support', async () => {
    const { memory } = await openTestMemory();
    const [a = ''] = await opinions(memory, 1, false);
    const { context } = await memory.context({ query: 'the harbour crane' });
    const { id: echo, notes } = await memory.remember({
      content: `${context}\nThe harbour crane is the best of its kind on this coast.`,
      source: 'agent',
    });
    expect(notes).toContain('a recalled passage was left out');
    expect(
      await memory.opinions.weigh({ move: 'reinforce', id: a, evidence: [echo] }),
    ).toMatchObject({
      changed: false,
      circular: [a, echo].sort(),
    });
  });

  it('have one voice in what reflection makes of them, if they only cite each other', async () => {
    const formed = async (citing: boolean): Promise<number> => {
      const { memory } = await openTestMemory();
      const says = [
        'Tom loves sushi',
        'Everyone at the office knows that Tom likes sushi',
        'Tom really likes sushi on Fridays',
      ];
      await memory.rememberAll(
        says.map((content, at) => ({
          content: `${content}.${citing ? ` Source: ${page((at + 1) % 3)}` : ''}`,
          source: 'web' as const,
          origin: page(at),
        })),
      );
      return (await memory.reflect({ kinds: ['opinion'] })).changed.length;
    };
    expect([await formed(false), await formed(true)]).toEqual([1, 0]);
  });
});
