import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMemory, tryModels, type CaseFile } from '../../packages/mneme/src/index.js';
import { openModelServer, SERVED_DIMENSIONS } from '../support/model-server.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { runProgram } from '../support/run-node.js';

const TEXTS = [
  'The doctor came to see the garden.',
  'The garden doctor is a book.',
  'A garden needs rain.',
];
const CASES: CaseFile = {
  cases: [
    { name: 'rain first', ask: 'doctor garden', mustReturn: [{ text: 'needs rain', rank: 1 }] },
    { name: 'the book is there', ask: 'garden doctor', mustReturn: ['is a book'] },
  ],
} as CaseFile;

async function filled(): Promise<string> {
  const file = join(temporaryFolder(), 'memory.mneme');
  const memory = await openMemory({ file });
  await memory.rememberAll(TEXTS);
  await memory.close();
  return file;
}

const noWait = { wait: () => Promise.resolve() };

describe('configured models', () => {
  it('are tried on copies, each beside none; the memory stays as it is', async () => {
    const file = await filled();
    const server = await openModelServer();
    // The reranker answers at an address of its own: what is dry is nothing to it.
    const pairs = await openModelServer();
    pairs.behave(({ body }) => ({
      body: {
        results: (body['documents'] as string[]).map((text, index) => ({
          index,
          relevance_score: text.includes('rain') ? 9 : -index,
        })),
      },
    }));
    const { trials, best } = await tryModels(CASES, {
      file,
      ...noWait,
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
      reranker: { url: pairs.url, model: 'pairs' },
    });
    expect(trials.map(({ name }) => name)).toEqual([
      'built-in',
      'embedder',
      'reranker',
      'embedder and reranker',
    ]);
    const reranker = trials.find(({ name }) => name === 'reranker');
    expect(reranker).toMatchObject({ won: ['rain first'], lost: [], passed: 2, problem: null });
    expect(best).toMatch(/reranker/);
    const memory = await openMemory({ file, readOnly: true, embedder: null, reranker: null });
    expect((await memory.recall('doctor garden')).notices).toEqual([]);
    await memory.close();
  });

  it('that do not answer are a problem of their trial alone', async () => {
    const file = await filled();
    const { trials, best } = await tryModels(CASES, {
      file,
      ...noWait,
      embedder: { url: 'http://127.0.0.1:9', model: 'gone', dimensions: 8 },
    });
    expect(trials[0]).toMatchObject({ name: 'built-in', problem: null });
    expect(trials[1]?.problem).toContain('127.0.0.1:9');
    expect(best).toBe('built-in');
  });

  it('none of which is configured are an error that says what to do', async () => {
    await expect(tryModels(CASES, { file: await filled() })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'embedder',
    });
  });

  it('are tried from the command line', async () => {
    const file = await filled();
    const cases = join(temporaryFolder(), 'cases.json');
    writeFileSync(cases, JSON.stringify(CASES));
    const server = await openModelServer();
    const { out, code } = await runProgram(['models', 'try', cases, '--file', file], {
      env: {
        MNEME_EMBEDDER_PACKAGE: '',
        MNEME_EMBEDDER_URL: server.url,
        MNEME_EMBEDDER_MODEL: 'words',
        MNEME_EMBEDDER_DIMENSIONS: String(SERVED_DIMENSIONS),
      },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/built-in +1 of 2/);
    expect(out).toMatch(/embedder +1 of 2/);
  });
});
