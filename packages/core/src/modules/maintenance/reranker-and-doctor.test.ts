import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openModelServer,
  servedVector,
  SERVED_DIMENSIONS,
} from '../../../../../test/support/model-server.js';
import {
  type TestOptions,
  openTestMemory,
  temporaryFolder,
} from '../../../../../test/support/open-test-memory.js';
import type { Recollection } from '@mneme/mneme/index.js';

const ID = `http:words@${SERVED_DIMENSIONS}`;
const KEY = 'sk-key-that-nobody-may-see';
const contents = ({ results }: Recollection): (string | undefined)[] =>
  results.map(({ content }) => content);

describe('a configured reranker', () => {
  const TEXTS = [
    'The doctor came to see the garden.',
    'The garden doctor is a book.',
    'A garden needs rain.',
  ];

  it('orders the best anew, and scores stay in order', async () => {
    const server = await openModelServer();
    const options: TestOptions = {
      reranker: { url: server.url, model: 'pairs' },
      wait: () => Promise.resolve(),
    };
    const { memory } = await openTestMemory(options);
    await memory.rememberAll(TEXTS);
    server.behave(({ body }) => ({
      body: {
        results: (body['documents'] as string[]).map((text, index) => ({
          index,
          relevance_score: text.includes('rain') ? 9 : -index,
        })),
      },
    }));
    const answer = await memory.recall('doctor garden');
    expect(contents(answer)[0]).toBe('A garden needs rain.');
    const scores = answer.results.map(({ why }) => why.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(answer.notices).toEqual([]);
  });

  it('that fails leaves the order that was there, and says so; the answer is not kept', async () => {
    const plain = await openTestMemory();
    await plain.memory.rememberAll(TEXTS);
    const expected = contents(await plain.memory.recall('doctor garden'));
    const server = await openModelServer();
    const { memory, clock } = await openTestMemory({
      reranker: { url: server.url, model: 'pairs' },
      wait: () => Promise.resolve(),
    });
    await memory.rememberAll(TEXTS);
    for (const [behaviour, why] of [
      ['cut', 'cannot be reached'],
      [() => ({ body: {} }), 'answered wrongly'],
      [() => ({ status: 400 }), 'refuses the request'],
    ] as const) {
      server.behave(behaviour);
      clock.advance(20_000);
      const answer = await memory.recall('doctor garden');
      expect(contents(answer)).toEqual(expected);
      expect(answer.notices.join()).toMatch(
        new RegExp(`The reranker had no part in the order: .*${why}`),
      );
      expect(answer.cacheHit).toBe(false);
    }
    server.behave('well');
    clock.advance(20_000);
    expect((await memory.recall('doctor garden')).notices).toEqual([]);
    expect((await memory.recall('doctor garden')).cacheHit).toBe(true);
  });

  it('that does not answer costs a recall no more than its time, and the next ones nothing', async () => {
    const server = await openModelServer();
    server.behave('silent');
    const { memory } = await openTestMemory({
      reranker: { url: server.url, model: 'pairs', timeoutMs: 60 },
    });
    await memory.rememberAll(TEXTS);
    for (let asked = 0; asked < 3; asked++) {
      const answer = await memory.recall('doctor garden');
      expect(answer.results).toHaveLength(3);
      expect(answer.notices.join()).toMatch(/within 60 ms/);
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('doctor', () => {
  it('tells whether each configured model answers', async () => {
    const server = await openModelServer();
    const { memory } = await openTestMemory({
      wait: () => Promise.resolve(),
      embedder: { url: server.url, model: 'words' },
      reranker: { url: server.url, model: 'pairs' },
      languageModel: { provider: 'anthropic', url: server.url, model: 'judge', key: KEY },
    });
    server.behave(({ path, body }) => {
      if (path.endsWith('/rerank'))
        return { body: { results: [0, 1].map((index) => ({ index, relevance_score: index })) } };
      if (path.endsWith('/messages'))
        return {
          body: { content: [{ type: 'tool_use', name: 'presence', input: { there: true } }] },
        };
      return {
        body: {
          data: (body['input'] as string[]).map((text, index) => ({
            index,
            embedding: servedVector(text),
          })),
        },
      };
    });
    expect((await memory.care.doctor()).parts).toMatchObject({
      embedder: `${ID}, answers`,
      reranker: 'http:pairs, answers',
      'language model': 'anthropic:judge, answers',
    });
    server.behave('cut');
    const { parts, healthy } = await memory.care.doctor();
    expect(parts['language model']).toMatch(
      /^anthropic:judge, does not answer: .*cannot be reached/,
    );
    expect(healthy).toBe(true);
    const bare = await openTestMemory();
    expect((await bare.memory.care.doctor()).parts).toMatchObject({
      embedder: 'none configured',
      reranker: 'none configured',
      'language model': 'none configured',
    });
  });
});

describe('settings from a file', () => {
  it('reach the engine', async () => {
    const server = await openModelServer();
    const path = join(temporaryFolder(), 'settings.json');
    writeFileSync(path, JSON.stringify({ embedder: { url: server.url, model: 'words' } }));
    const { MNEME_EMBEDDER_PACKAGE: usual } = process.env;
    Object.assign(process.env, { MNEME_CONFIG: path, MNEME_EMBEDDER_PACKAGE: '' });
    try {
      const { memory } = await openTestMemory();
      expect((await memory.care.stats()).bank.encoder).toBe(ID);
    } finally {
      delete process.env['MNEME_CONFIG'];
      process.env['MNEME_EMBEDDER_PACKAGE'] = usual;
    }
  });
});
