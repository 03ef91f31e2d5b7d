import { beforeEach, describe, expect, it } from 'vitest';
import {
  openTestMemory,
  START,
  type TestMemory,
} from '../../../../../test/support/open-test-memory.js';
import { SPACES, type Mneme } from '@mneme/mneme/index.js';
import { fuseRanks } from './rank-fusion.js';

const DAY = 86_400_000;
const TEXTS = [
  'Priya lives in Porto with her sister Anita.',
  'The bakery closed because the oven broke.',
  'Priya opened a bakery in Porto last spring.',
  'Tom repairs bicycles in Leeds.',
  'The weather in Lisbon was dreadful all week.',
  'Anita visited Priya in Porto and bought bread.',
];

let memory: Mneme;
let clock: TestMemory['clock'];
let ids: string[];

beforeEach(async () => {
  ({ memory, clock } = await openTestMemory());
  const { receipts } = await memory.rememberAll(
    TEXTS.map((content, at) => ({
      content,
      session: 's1',
      position: at,
      saidAt: START - (TEXTS.length - at) * 30 * DAY,
    })),
  );
  ids = receipts.map(({ id }) => id);
});

const near = async (input: Parameters<Mneme['spaces']['search']>[0]): Promise<string[]> =>
  (await memory.spaces.search(input)).results.map(({ memory: found }) => found.content);

describe('a search in one space', () => {
  it('finds by meaning, by misspelt words, by cause, by age', async () => {
    expect((await near({ query: 'bicycles', space: 'semantic' }))[0]).toBe(TEXTS[3]);
    expect(
      (await near({ query: 'dreadfull wether in Lisbonn', space: 'hyperdimensional' }))[0],
    ).toBe(TEXTS[4]);
    expect((await near({ query: 'Why did the bakery close?', space: 'causal' }))[0]).toBe(TEXTS[1]);
    expect(await near({ query: 'anything', space: 'recency' })).toEqual([...TEXTS].reverse());
  });

  it('finds the neighbours of a memory, not itself', async () => {
    const found = await near({ memory: ids[3] ?? '', space: 'position', limit: 2 });
    expect(found.sort()).toEqual([TEXTS[2], TEXTS[4]].sort());
    expect(await near({ memory: ids[0] ?? '', space: 'entity' })).toContain(TEXTS[2]);
    expect(await near({ memory: ids[0] ?? '', space: 'graph' })).toContain(TEXTS[5]);
  });

  it('shows what it found by that space alone, best first', async () => {
    const { results, weights } = await memory.spaces.search({
      query: 'Porto bread',
      space: 'semantic',
    });
    expect(weights).toEqual({ semantic: 1 });
    expect(results.map(({ spaces }) => spaces.semantic?.rank)).toEqual(
      results.map((_, at) => at + 1),
    );
    for (const { score, spaces } of results)
      expect(spaces.semantic?.similarity).toBeCloseTo(score, 3);
  });

  it('says so when no memory has anything there', async () => {
    const found = await memory.spaces.search({ memory: ids[0] ?? '', space: 'multimodal' });
    expect(found.results).toEqual([]);
    expect(found.notices[0]).toContain('multimodal');
    expect((await memory.spaces.search({ query: 'why?', space: 'position' })).notices[0]).toContain(
      'position',
    );
  });

  it('follows what is remembered and forgotten later', async () => {
    await near({ query: 'bread', space: 'hyperdimensional' });
    const { id } = await memory.remember('Rye bread keeps for a week.');
    expect((await near({ query: 'rye bread', space: 'hyperdimensional' }))[0]).toBe(
      'Rye bread keeps for a week.',
    );
    await memory.forget([id]);
    expect(await near({ query: 'rye bread', space: 'hyperdimensional' })).not.toContain(
      'Rye bread keeps for a week.',
    );
  });
});

describe('a search over several spaces', () => {
  it('renormalises the weights over the spaces that found anything', async () => {
    const { weights, notices } = await memory.spaces.search({
      query: 'bread in Porto',
      spaces: { semantic: 3, hyperdimensional: 1, multimodal: 4 },
    });
    expect(weights).toEqual({ semantic: 0.75, hyperdimensional: 0.25 });
    expect(notices.some((notice) => notice.startsWith('multimodal'))).toBe(true);
  });

  it('takes the profile that the query calls for', async () => {
    expect((await memory.spaces.search({ query: 'Why did the bakery close?' })).profile).toBe(
      'causal',
    );
    expect((await memory.spaces.search({ query: 'Who repairs bicycles?' })).profile).toBe(
      'semantic',
    );
    expect((await memory.spaces.search({ query: 'What happened in January 2025?' })).profile).toBe(
      'temporal',
    );
    expect(
      (await near({ query: 'Who repairs bicycles?', profile: 'fact_checking' })).slice(0, 2),
    ).toContain(TEXTS[3]);
  });

  it('moves up what is fresh', async () => {
    await memory.remember({ content: 'Tom mends bicycles in York.', saidAt: START - 60_000 });
    const { results } = await memory.spaces.search({
      query: 'Tom bicycles',
      spaces: { semantic: 1 },
    });
    expect(results[0]?.memory.content).toBe('Tom mends bicycles in York.');
    clock.advance(40 * DAY);
    const later = await memory.spaces.search({ query: 'Tom bicycles', spaces: { semantic: 1 } });
    expect(later.results[0]?.score).toBeLessThan(results[0]?.score ?? 0);
  });

  it.each([
    [{ query: 'x', space: 'sematic' }, 'query.space', 'semantic'],
    [{ query: 'x', spaces: { grap: 1 } }, 'query.spaces', 'graph'],
    [{ query: 'x', profile: 'fast' }, 'query.profile', 'fact_checking'],
  ])('refuses %j by naming the choices', async (input, field, choice) => {
    await expect(memory.spaces.search(input)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
      hint: expect.stringContaining(choice) as string,
    });
  });

  it('refuses both a query and a memory, neither, and weights of 0', async () => {
    for (const input of [
      {},
      { query: 'x', memory: ids[0] ?? '' },
      { query: 'x', space: 'graph', profile: 'code' },
      { query: 'x', spaces: { graph: 0 } },
    ]) {
      await expect(memory.spaces.search(input)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await expect(memory.spaces.search({ memory: 'm_0000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the fusion of ranks', () => {
  it('never looks at similarities, only at places', () => {
    const ranking = (scores: number[]) => scores.map((likeness, slot) => ({ slot, likeness }));
    const weights = { semantic: 1, graph: 1 };
    const one = fuseRanks(
      [
        { space: 'semantic', ranking: ranking([0.9, 0.1]) },
        { space: 'graph', ranking: ranking([0.2, 0.1]) },
      ],
      weights,
    );
    const other = fuseRanks(
      [
        { space: 'semantic', ranking: ranking([0.3, 0.29]) },
        { space: 'graph', ranking: ranking([1, 0.9]) },
      ],
      weights,
    );
    expect([...one]).toEqual([...other]);
    expect(one.get(0)).toBeCloseTo(1, 9);
  });
});

describe('a comparison', () => {
  it('has twelve rows, with a likeness where both memories are', async () => {
    const { rows: spaces, other } = await memory.spaces.explain({
      id: ids[0] ?? '',
      with: ids[5] ?? '',
    });
    expect(other?.id).toBe(ids[5]);
    expect(spaces.map(({ space }) => space)).toEqual(SPACES);
    const of = (name: string) => spaces.find(({ space }) => space === name);
    for (const name of [
      'semantic',
      'recency',
      'periodicity',
      'position',
      'graph',
      'hyperdimensional',
      'entity',
    ])
      expect(of(name)?.likeness).toBeGreaterThan(-1);
    expect(of('multimodal')).toMatchObject({ likeness: null, present: false });
    for (const { likeness } of (
      await memory.spaces.explain({ id: ids[0] ?? '', with: ids[0] ?? '' })
    ).rows)
      if (likeness !== null) expect(likeness).toBeCloseTo(1, 3);
    await expect(
      memory.spaces.explain({ id: ids[0] ?? '', with: 'm_0000000000000' }),
    ).rejects.toMatchObject({
      code: 'not_found',
      field: 'explain.with',
    });
  });
});

describe('an explanation', () => {
  it('tells of every space what the memory is there', async () => {
    await memory.goals.set({ description: 'Open a bakery in Porto' });
    const { rows, dominantSpace, memory: explained } = await memory.spaces.explain(ids[2] ?? '');
    expect(explained.content).toBe(TEXTS[2]);
    expect(rows.map(({ space }) => space)).toEqual(SPACES);
    const of = (name: string) => rows.find(({ space }) => space === name);
    expect(of('semantic')).toMatchObject({ present: true, dimensions: 1_024, kept: 'stored' });
    expect(of('semantic')?.alignment).toBeGreaterThan(0.5);
    expect(of('graph')).toMatchObject({
      present: true,
      dimensions: 384,
      kept: 'derived',
      alignment: null,
    });
    expect(of('recency')).toMatchObject({ present: true, kept: 'computed', alignment: null });
    expect(of('multimodal')?.present).toBe(false);
    expect(SPACES).toContain(dominantSpace);
    await expect(memory.spaces.explain('m_0000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
