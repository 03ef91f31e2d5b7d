import { describe, expect, it } from 'vitest';
import { openDatabase } from '../adapters/store/sqlite/open-database.js';
import { openModelServer, SERVED_DIMENSIONS } from '../../../../test/support/model-server.js';
import { openTestMemory, temporaryFile } from '../../../../test/support/open-test-memory.js';
import type { Mneme, Recalled, RecallProfile } from '@mneme/mneme/index.js';

const SUBJECTS = ['kiln', 'glaze', 'garden', 'harbour', 'violin', 'ledger', 'orchard', 'canal'];
const NAMES = ['Marta', 'Tom', 'Ines', 'Jonas', 'Petra', 'Anil', 'Rosa', 'Viktor'];

/** A text of some thousand words on many subjects, with one unique sentence. */
const report = (at: number, told: string): string => {
  const line = (step: number): string =>
    `In week ${step} of report ${at} ${NAMES[(at + step) % 8]} wrote about the ${SUBJECTS[(at * 3 + step) % 8]} and what was said of it at length.`;
  return [
    `# Report ${at}`,
    Array.from({ length: 40 }, (_, step) => line(step)).join(' '),
    `## Aside\n\n${told}`,
    Array.from({ length: 40 }, (_, step) => line(step + 40)).join(' '),
  ].join('\n\n');
};
const REPORTS = Array.from({ length: 4 }, (_, at) =>
  report(
    at,
    at === 2
      ? 'Marta wrote that the harbour pump stood still because a violin string blocked it.'
      : `Nothing of note happened at house ${at}.`,
  ),
);
const QUESTION = 'What did Marta write that blocked the harbour pump?';

const first = async (memory: Mneme, query: string): Promise<string> =>
  (await memory.recall({ query, limit: 3 })).results[0]?.content ?? '';

describe('a long text', () => {
  it('is found by the one passage that answers, among others that have all its words', async () => {
    const { memory } = await openTestMemory();
    // These contain each of its words more often, far apart from one another.
    const scattered = (at: number): string =>
      ['Marta came.', 'The pump was cleaned.', 'A road was blocked.', 'He sat at the harbour.']
        .map((said) => `${`${said} `.repeat(4)}\n\n${report(at, 'Nobody answered.')}`)
        .join('\n\n');
    await memory.rememberAll([...REPORTS, ...[11, 12].map(scattered)]);
    expect(await first(memory, QUESTION)).toContain('the harbour pump stood still');
  });

  it('is found in a bank from before there were passages, before and after it is rebuilt', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.rememberAll(REPORTS);
    await memory.close();
    const database = openDatabase(file, false);
    database.exec(`UPDATE memory SET terms = replace(terms, char(10), ' ')`);
    database.exec(`DELETE FROM embedding WHERE space = 'passages'`);
    database.close();

    const earlier = await openTestMemory({ file });
    expect(await first(earlier.memory, QUESTION)).toContain('the harbour pump stood still');
    expect((await earlier.memory.care.doctor()).notices).toContainEqual({
      what: '4 long memories were not read passage by passage.',
      mend: expect.stringContaining('doctor --rebuild') as string,
    });
    const after = await earlier.memory.care.doctor({ rebuild: true });
    expect([after.healthy, JSON.stringify(after.notices)]).toEqual([
      true,
      expect.not.stringContaining('passage'),
    ]);
    await earlier.memory.close();
    const { memory: rebuilt } = await openTestMemory({ file });
    expect(await first(rebuilt, QUESTION)).toContain('the harbour pump stood still');
  });
});

describe('an excerpt', () => {
  const TOLD = 'the harbour pump stood still';

  it('is the passage that answers, with its place in the content', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([...REPORTS, 'Marta keeps bees.']);
    const { results } = await memory.recall({ query: QUESTION, limit: 5 });
    const [{ content, excerpt, provenance }] = results as [Recalled];
    expect(excerpt?.text).toContain(TOLD);
    expect(excerpt?.text.length).toBeLessThan(1_000);
    expect(content.slice(excerpt?.start, excerpt?.end)).toBe(excerpt?.text);
    expect(provenance).toMatch(/best in its passage \d+/);
    for (const each of results)
      expect('excerpt' in each).toBe(each.content !== 'Marta keeps bees.');
  });

  it('stands for the content where that is not to come whole, and is what a budget counts', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(REPORTS);
    const asked = { query: QUESTION, limit: 4, fields: ['id', 'content'], tokenBudget: 1_000 };
    const whole = await memory.recall({ ...asked, fields: ['id', 'content'] });
    expect(whole.results).toEqual([]);
    const { results, tokens } = await memory.recall({
      ...asked,
      fields: ['id', 'content'],
      whole: false,
    } as RecallProfile);
    expect(Object.keys(results[0] ?? {})).toEqual(['id', 'excerpt']);
    expect(results[0]?.excerpt?.text).toContain(TOLD);
    expect(tokens).toBeLessThanOrEqual(1_000);
  });

  it('is what a context and a brief show, unless the whole is asked for', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(REPORTS.slice(2, 3));
    const asked = { query: QUESTION, mode: 'raw', maxTokens: 8_192 } as const;
    const { context } = await memory.context(asked);
    expect(context).toContain(TOLD);
    expect(context).not.toContain('In week 5 of');
    expect((await memory.context({ ...asked, whole: true })).context).toContain('In week 5 of');
  });
});

describe('a learned model', () => {
  const like = 'automobile baby doctor';

  it('embeds a long text and its passages, and the passage that is alike is heard', async () => {
    const server = await openModelServer();
    const { memory } = await openTestMemory({
      wait: () => Promise.resolve(),
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
    });
    const told = `${'Car, infant, physician. '.repeat(20)}`;
    await memory.rememberAll([...REPORTS, report(9, told)]);
    const passages = server.embedded.filter((text) => text.includes('infant'));
    expect(passages.length).toBeGreaterThan(1);
    expect(Math.min(...passages.map(({ length }) => length))).toBeLessThan(1_000);
    const { results } = await memory.recall({ query: like, paths: ['semantic'], limit: 3 });
    expect(results[0]?.content).toContain('Report 9');
  });

  it('gives the passages of an earlier bank their vectors when it is reindexed', async () => {
    const server = await openModelServer();
    const file = temporaryFile();
    const options = {
      file,
      wait: () => Promise.resolve(),
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
    };
    const { memory } = await openTestMemory(options);
    await memory.rememberAll(REPORTS.slice(0, 2));
    await memory.close();
    const database = openDatabase(file, false);
    const count = (): unknown =>
      database.prepare(`SELECT count(*) AS n FROM embedding WHERE space = 'passages'`).get();
    expect(count()).toEqual({ n: 2 });
    database.exec(`DELETE FROM embedding WHERE space = 'passages'`);
    const { memory: again } = await openTestMemory(options);
    expect(await again.care.reindex()).toMatchObject({ made: 0, found: 2 });
    expect(count()).toEqual({ n: 2 });
    const asked = server.embedded.length;
    await again.care.reindex();
    expect(server.embedded).toHaveLength(asked);
    await again.care.reindex({ embedder: 'built-in' });
    expect(count()).toEqual({ n: 2 });
    database.close();
  });
});
