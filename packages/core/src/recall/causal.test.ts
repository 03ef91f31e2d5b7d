import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';

const TOLD = [
  'The cellar flooded because the pump failed.',
  'The cellar flooded, so we threw out the carpets.',
  'The cellar is where we keep the wine.',
  'The strike was caused by unpaid overtime.',
  'The strike led to empty shelves in every shop.',
  'Strikes are rare in our town.',
];

describe('recall along causes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-causal-'));
  const file = join(folder, 'bank.db');
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({ file });
    await memory.rememberAll(TOLD.map((content) => ({ content })));
  });
  afterAll(async () => {
    await memory.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const order = async (query: string): Promise<(string | undefined)[]> =>
    (await memory.recall({ query })).results.map(({ content }) => content);

  it.each([
    ['Why did the cellar flood?', 0, 1],
    ['What did the flooding of the cellar lead to?', 1, 0],
    ['What caused the strike?', 3, 4],
    ['What were the consequences of the strike?', 4, 3],
  ])('%s', async (query, right, wrong) => {
    const found = await order(query);
    expect(found[0]).toBe(TOLD[right]);
    expect(found).toContain(TOLD[wrong]);
  });

  it('says that the causal path found them, and walks it for no other question', async () => {
    const why = await memory.recall({ query: 'Why did the cellar flood?' });
    expect(why.results[0]?.paths).toContain('causal');
    const where = await memory.recall({ query: 'Where is the cellar?' });
    expect(where.plan.paths.find(({ path }) => path === 'causal')).toMatchObject({
      found: 0,
      note: 'the query asks for no cause and no effect',
    });
  });

  it('a forgotten memory is not found along causes either', async () => {
    const { results } = await memory.recall({
      query: 'Why did the cellar flood?',
      paths: ['causal'],
    });
    const first = results[0];
    expect(first?.content).toBe(TOLD[0]);
    await memory.forget([first?.id ?? '']);
    expect(
      (await memory.recall({ query: 'Why did the cellar flood?', paths: ['causal'] })).results.map(
        ({ content }) => content,
      ),
    ).not.toContain(TOLD[0]);
    await memory.remember({ content: TOLD[0] ?? '' });
  });

  it('another process reads the same codes, and doctor makes them anew', async () => {
    const query = 'What caused the strike?';
    const expected = await order(query);
    const other = await openMemory({ file });
    try {
      expect((await other.recall({ query })).results.map(({ content }) => content)).toEqual(
        expected,
      );
      expect((await other.care.doctor({ rebuild: true })).problems).toEqual([]);
    } finally {
      await other.close();
    }
    const again = await openMemory({ file });
    try {
      expect((await again.recall({ query })).results.map(({ content }) => content)).toEqual(
        expected,
      );
    } finally {
      await again.close();
    }
  });
});
