import { describe, expect, it } from 'vitest';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import { renderHierarchy } from './operations.js';
import type { TextFormat } from '@mneme/core/format/style.js';
import type { Mneme } from '@mneme/mneme/index.js';
import type { HierarchyInput } from '@mneme/mneme/public-types.js';

const TOLD = [
  'Marmalade is a greyhound.',
  'Greyhounds are dogs.',
  'Dogs are mammals.',
  'A mammal is a kind of animal.',
  'A cat is a mammal.',
  'Luna is a cat.',
  'Porto is part of Portugal.',
  'Portugal is part of Europe.',
];

async function told(
  lines: readonly string[] = TOLD,
): Promise<{ memory: Mneme; ids: readonly string[] }> {
  const { memory } = await openTestMemory();
  const { receipts } = await memory.rememberAll(
    lines.map((content) => ({ content, speaker: 'Priya' })),
  );
  return { memory, ids: receipts.map(({ id }) => id) };
}

const screen: TextFormat = { width: 100 };

/** Whether it is of the requested kind. */
async function isA(memory: Mneme, input: HierarchyInput) {
  const { isA: told } = await memory.graph.hierarchy(input);
  if (told === null) throw new Error('Nothing was told of a kind.');
  return told;
}

describe('whether one thing is of a kind', () => {
  it('follows what was told, link by link, with the memories that told it', async () => {
    const { memory, ids } = await told();
    const answer = await isA(memory, { name: 'Marmalade', kind: 'animals' });
    expect(answer).toMatchObject({
      holds: true,
      kind: { name: 'animal' },
      common: [],
      likelihood: null,
    });
    expect(
      answer.chain.map(({ from, relation, to, evidence }) => [
        from.name,
        relation,
        to.name,
        evidence?.id,
      ]),
    ).toEqual([
      ['Marmalade', 'is_a', 'greyhound', ids[0]],
      ['greyhound', 'is_a', 'dog', ids[1]],
      ['dog', 'is_a', 'mammal', ids[2]],
      ['mammal', 'is_a', 'animal', ids[3]],
    ]);
    expect(answer.confidence).toBeCloseTo(
      answer.chain.reduce((product, { confidence }) => product * confidence, 1),
      12,
    );
  });

  it('says what both are where it was not told, and estimates on request', async () => {
    const { memory } = await told();
    const answer = await isA(memory, { name: 'Luna', kind: 'a dog', likelihood: true });
    expect(answer).toMatchObject({
      holds: false,
      confidence: 0,
      chain: [],
      common: [{ name: 'mammal' }],
    });
    expect(answer.likelihood).toBeGreaterThan(0);
    expect(answer.likelihood).toBeLessThan(1);
    expect(await isA(memory, { name: 'dog', kind: 'Marmalade' })).toMatchObject({
      holds: false,
      reversed: true,
      common: [],
    });
  });

  it('keeps kinds and parts apart', async () => {
    const { memory } = await told();
    expect((await isA(memory, { name: 'Porto', kind: 'Europe' })).holds).toBe(false);
    expect((await isA(memory, { name: 'Porto', kind: 'Europe', relation: 'part_of' })).holds).toBe(
      true,
    );
  });

  it('names the nearest names for an unknown one', async () => {
    const { memory } = await told();
    await expect(
      memory.graph.hierarchy({ name: 'Marmelade', kind: 'animal' }),
    ).rejects.toMatchObject({
      code: 'not_found',
      field: 'name',
      hint: expect.stringContaining('Marmalade') as string,
    });
    await expect(
      memory.graph.hierarchy({ name: 'Marmalade', kind: 'anmial' }),
    ).rejects.toMatchObject({
      code: 'not_found',
      field: 'kind',
    });
    await expect(memory.graph.hierarchy({ name: '', kind: 'animal' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('grows with the bank, shrinks with what is forgotten, and grows again', async () => {
    const { memory, ids } = await told();
    const holds = async (name: string, kind: string): Promise<boolean> =>
      (await isA(memory, { name, kind })).holds;
    expect(await holds('Luna', 'mammal')).toBe(true);
    await memory.remember('A lurcher is a dog.');
    expect(await holds('lurcher', 'animal')).toBe(true);
    await memory.forget([ids[2] ?? '']);
    expect(await holds('Marmalade', 'animal')).toBe(false);
    expect(await holds('Marmalade', 'dog')).toBe(true);
    await memory.undo({ ids: [ids[2] ?? ''] });
    expect(await holds('lurcher', 'animal')).toBe(true);
  });

  it('tells a kind from the wider kind in its name', async () => {
    const { memory } = await told([
      'Marmalade is a rescue greyhound.',
      'Greyhounds are dogs.',
      'Dogs are animals.',
    ]);
    const { chain } = await isA(memory, { name: 'Marmalade', kind: 'an animal' });
    expect(chain.map(({ to }) => to.name)).toEqual([
      'rescue greyhound',
      'greyhound',
      'dog',
      'animal',
    ]);
    expect(
      (await memory.graph.hierarchy({ name: 'animal', direction: 'descendants' })).circles,
    ).toEqual([]);
    expect(
      renderHierarchy(await memory.graph.hierarchy({ name: 'Marmalade', kind: 'animal' }), screen),
    ).toContain('dog is an animal');
  });

  it('sees what is told again after it was forgotten', async () => {
    const { memory, ids } = await told();
    await memory.forget([ids[1] ?? '']);
    expect((await isA(memory, { name: 'Marmalade', kind: 'dog' })).holds).toBe(false);
    const { id } = await memory.remember('As I said, greyhounds are dogs.');
    const answer = await isA(memory, { name: 'Marmalade', kind: 'dog' });
    expect(answer.chain.at(-1)?.evidence?.id).toBe(id);
  });

  it('sees what another handle on the file has told', async () => {
    const file = temporaryFile();
    const [one, two] = [await openTestMemory({ file }), await openTestMemory({ file })];
    await one.memory.remember('Greyhounds are dogs.');
    expect((await isA(two.memory, { name: 'greyhound', kind: 'dog' })).holds).toBe(true);
    await one.memory.remember('Dogs are animals.');
    expect((await isA(two.memory, { name: 'greyhound', kind: 'animal' })).holds).toBe(true);
  });
});

describe('hierarchy', () => {
  it('lists ancestors and descendants, the nearest first, with chains that end where they should', async () => {
    const { memory } = await told();
    const up = await memory.graph.hierarchy('Marmalade');
    expect(up.found.map(({ entity, depth }) => [entity.name, depth])).toEqual([
      ['greyhound', 1],
      ['dog', 2],
      ['mammal', 3],
      ['animal', 4],
    ]);
    const down = await memory.graph.hierarchy({ name: 'mammal', direction: 'descendants' });
    expect(down.found.map(({ entity }) => entity.name)).toEqual([
      'cat',
      'dog',
      'Luna',
      'greyhound',
      'Marmalade',
    ]);
    for (const { entity, depth, chain } of down.found) {
      expect(chain).toHaveLength(depth);
      expect([chain[0]?.from.name, chain.at(-1)?.to.name]).toEqual([entity.name, 'mammal']);
    }
    expect(
      await memory.graph.hierarchy({ name: 'mammal', direction: 'descendants', limit: 2 }),
    ).toMatchObject({ total: 5, found: [{}, {}] });
    expect((await memory.graph.hierarchy({ name: 'Porto', relation: 'is_a' })).found).toEqual([]);
  });

  it('reports links that close a circle and does not follow them', async () => {
    const { memory, ids } = await told([
      'A stoat is a weasel.',
      'A weasel is a mustelid.',
      'A mustelid is a stoat.',
    ]);
    const answer = await memory.graph.hierarchy('stoat');
    expect(answer.found.map(({ entity }) => entity.name)).toEqual(['weasel', 'mustelid']);
    expect(answer.circles).toMatchObject([
      { from: { name: 'mustelid' }, to: { name: 'stoat' }, evidence: { id: ids[2] } },
    ]);
  });

  it('is told to people in words', async () => {
    const { memory } = await told();
    const yes = renderHierarchy(
      await memory.graph.hierarchy({ name: 'Marmalade', kind: 'mammal' }),
      screen,
    );
    expect(yes).toContain('Yes');
    expect(yes).toContain('Greyhounds are dogs.');
    const no = renderHierarchy(
      await memory.graph.hierarchy({ name: 'Luna', kind: 'dog', likelihood: true }),
      screen,
    );
    expect(no).toContain('Not told');
    expect(no).toContain('Both: mammal.');
    expect(no).toContain('likelihood');
    expect(renderHierarchy(await memory.graph.hierarchy('Luna'), screen)).toContain(
      'A cat is a mammal.',
    );
    expect(renderHierarchy(await memory.graph.hierarchy('Priya'), screen)).toContain(
      'no ancestors of Priya',
    );
  });
});
