import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../test/support/open-test-memory.js';
import { openModelServer, type Reply } from '../../../../../test/support/model-server.js';
import { createHttpReranker } from './http-models.js';

const runtime = { wait: () => Promise.resolve(), random: seededRandom() };
const TEXTS = ['a red car', 'the doctor came', 'rain'];

describe('a reranker behind a server', () => {
  it('scores texts in their order, best for what answers the question', async () => {
    const server = await openModelServer();
    const reranker = createHttpReranker(
      { url: server.url, model: 'pairs', timeoutMs: 5_000 },
      runtime,
    );
    const scores = await reranker.rerank('who is the physician?', TEXTS);
    expect(scores).toHaveLength(3);
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/rerank',
      body: { model: 'pairs', documents: TEXTS, top_n: 3 },
    });
    expect(await reranker.rerank('anything', [])).toEqual([]);
  });

  it.each<[string, Reply, RegExp]>([
    [
      'too few scores',
      { body: { results: [{ index: 0, relevance_score: 1 }] } },
      /1 scores for 3 texts/,
    ],
    [
      'a score twice',
      { body: { results: [0, 1, 1].map((index) => ({ index, relevance_score: 1 })) } },
      /index 1 comes twice/,
    ],
    [
      'a text that was not sent',
      { body: { results: [0, 1, 3].map((index) => ({ index, relevance_score: 1 })) } },
      /index 3/,
    ],
    [
      'no number',
      { body: { results: [0, 1, 2].map((index) => ({ index, relevance_score: null })) } },
      /no `results`/,
    ],
  ])('is refused when it gives %s', async (_what, reply, message) => {
    const server = await openModelServer();
    server.behave(() => reply);
    const reranker = createHttpReranker(
      { url: server.url, model: 'pairs', timeoutMs: 5_000 },
      runtime,
    );
    await expect(reranker.rerank('who?', TEXTS)).rejects.toMatchObject({
      code: 'unavailable',
      field: 'reranker',
      message: expect.stringMatching(message) as string,
    });
  });
});
