import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../test/support/open-test-memory.js';
import {
  openModelServer,
  servedVector,
  SERVED_DIMENSIONS,
  type Behaviour,
  type ModelServer,
} from '../../../../../test/support/model-server.js';
import type { Embedder } from '../../ports/models.js';
import { openHttpEmbedder, type HttpEmbedderSettings } from './http-models.js';

const KEY = 'sk-very-secret-0123456789';

interface Rig {
  readonly server: ModelServer;
  readonly embedder: Embedder;
  /** Requested pauses, in milliseconds. */
  readonly pauses: number[];
}

async function rig(
  changes: Partial<HttpEmbedderSettings> = {},
  known: readonly string[] = [],
): Promise<Rig> {
  const server = await openModelServer();
  const pauses: number[] = [];
  const wait = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  const settings = {
    url: server.url,
    model: 'words',
    key: KEY,
    dimensions: SERVED_DIMENSIONS,
    shorten: false,
    timeoutMs: 5_000,
    batch: 64,
    maxCharacters: 8_000,
    documentPrefix: '',
    queryPrefix: '',
    ...changes,
  };
  return {
    server,
    pauses,
    embedder: await openHttpEmbedder(settings, known, { wait, random: seededRandom() }),
  };
}

const unit = (text: string): number[] => {
  const vector = servedVector(text);
  const length = Math.hypot(...vector);
  return vector.map((value) => Math.fround(value / length));
};

async function failure(
  work: Promise<unknown>,
): Promise<{ code?: string; message?: string; field?: string; hint?: string; text: string }> {
  try {
    await work;
  } catch (error) {
    const { code, message, field, hint, stack, cause } = error as Record<string, string>;
    return {
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(field === undefined ? {} : { field }),
      ...(hint === undefined ? {} : { hint }),
      text: `${JSON.stringify(error)} ${message} ${stack} ${String(cause)}`,
    };
  }
  throw new Error('it did not fail');
}

describe('vectors from a server', () => {
  it('come one a text, in order, of length 1, with the key in the header alone', async () => {
    const { server, embedder } = await rig();
    const texts = ['the doctor came', 'a red car', 'rain'];
    expect((await embedder.embed(texts, 'document')).map((vector) => [...vector])).toEqual(
      texts.map(unit),
    );
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'words', input: texts },
    });
    expect(embedder.id).toBe('http:words@64');
    expect(await embedder.embed([], 'document')).toEqual([]);
  });

  it('keep their order whatever the texts and the size of a batch', async () => {
    const { server } = await rig();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (texts, batch) => {
          const settings = {
            url: server.url,
            model: 'words',
            dimensions: SERVED_DIMENSIONS,
            shorten: false,
            timeoutMs: 5_000,
            batch,
            maxCharacters: 8_000,
            documentPrefix: '',
            queryPrefix: '',
          };
          const embedder = await openHttpEmbedder(settings, [], {
            wait: () => Promise.resolve(),
            random: seededRandom(),
          });
          const before = server.requests.length;
          expect((await embedder.embed(texts, 'document')).map((vector) => [...vector])).toEqual(
            texts.map(unit),
          );
          const sizes = server.requests
            .slice(before)
            .map(({ body }) => (body['input'] as string[]).length);
          expect(sizes).toHaveLength(Math.ceil(texts.length / batch));
          expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(batch);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('have the dimensions that a bank states, else those of a first answer', async () => {
    const measured = await rig({ dimensions: undefined });
    expect(measured.embedder.id).toBe('http:words@64');
    const known = await rig({ dimensions: undefined }, [
      'mneme-hashed-1',
      'http:others@9',
      'http:words@64',
    ]);
    expect(known.embedder.dimensions).toBe(64);
    expect(known.server.requests).toEqual([]);
  });

  it('with prefixes are of another id, and the prefixes are sent', async () => {
    const { server, embedder } = await rig({
      documentPrefix: 'passage: ',
      queryPrefix: 'query: ',
      maxCharacters: 6,
    });
    expect(embedder.id).toMatch(/^http:words\+[0-9a-f]{8}@64$/);
    await embedder.embed(['rain and snow'], 'document');
    await embedder.embed(['rain?'], 'query');
    expect(server.embedded).toEqual(['passage: rain a', 'query: rain?']);
  });

  it.each([
    ['http://h:1', 'http://h:1/v1/embeddings'],
    ['http://h:1/v1/', 'http://h:1/v1/embeddings'],
    ['http://h/openai/v1beta/embeddings', 'http://h/openai/v1beta/embeddings'],
  ])('are asked for at %s → %s', async (url, whole) => {
    const { endpointUrl } = await import('./post-json.js');
    expect(endpointUrl(url, 'embeddings')).toBe(whole);
  });
});

describe('a server in trouble', () => {
  it.each<[string, Behaviour[], number]>([
    ['is busy', [() => ({ status: 429 }), 'well'], 1],
    ['fails twice', [() => ({ status: 503 }), () => ({ status: 500 }), 'well'], 2],
    ['cuts the connection', ['cut', 'well'], 1],
    ['cuts the connection in the midst of an answer', ['half', 'well'], 1],
  ])('that %s is asked again, after growing pauses', async (_what, behaviours, times) => {
    const { server, embedder, pauses } = await rig();
    server.behave(...behaviours);
    expect(await embedder.embed(['rain'], 'document')).toHaveLength(1);
    expect(server.requests).toHaveLength(times + 1);
    expect(pauses).toHaveLength(times);
    pauses.forEach((pause, at) => {
      expect(pause).toBeGreaterThanOrEqual(0);
      expect(pause).toBeLessThanOrEqual(250 * 2 ** at);
    });
  });

  it('is given the pause that it asks for, but not a long one', async () => {
    const { server, embedder, pauses } = await rig();
    server.behave(() => ({ status: 429, headers: { 'retry-after': '2' } }), 'well');
    await embedder.embed(['rain'], 'document');
    expect(pauses).toEqual([2_000]);
    server.behave(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    expect(await failure(embedder.embed(['rain'], 'document'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('status 429') as string,
    });
    expect(pauses).toEqual([2_000]);
  });

  it.each<[string, Behaviour, string, RegExp]>([
    ['fails for good', () => ({ status: 500 }), 'unavailable', /answered with status 500, 3 times/],
    ['always cuts the connection', 'cut', 'unavailable', /cannot be reached .*3 times/],
    [
      'knows no such model',
      () => ({ status: 404, body: { error: 'model "words" not found' } }),
      'unavailable',
      /status 404: .*not found/,
    ],
    [
      'does not accept the key',
      () => ({ status: 401, body: { error: `Incorrect API key: ${KEY}` } }),
      'unavailable',
      /does not accept the key/,
    ],
    [
      'refuses the texts',
      () => ({ status: 400, body: { error: `too long, said ${KEY}` } }),
      'invalid_input',
      /refuses the request: it answered with status 400: .*too long, said \[key\]/,
    ],
    [
      'redirects',
      () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }),
      'unavailable',
      /status 307/,
    ],
    ['answers with a page', () => ({ body: '<html>' }), 'unavailable', /the answer is not JSON/],
    ['answers with something else', () => ({ body: { vectors: [] } }), 'unavailable', /no `data`/],
    [
      'gives too few vectors',
      () => ({ body: { data: [] } }),
      'unavailable',
      /0 vectors for 2 texts/,
    ],
    [
      'gives one of them twice',
      () => ({ body: { data: [0, 0].map((index) => ({ index, embedding: servedVector('a') })) } }),
      'unavailable',
      /index 0 comes twice/,
    ],
    [
      'gives vectors of another length',
      () => ({ body: { data: [0, 1].map((index) => ({ index, embedding: [1, 2, 3] })) } }),
      'unavailable',
      /vector 1 of 2 has 3 numbers where 64 were expected/,
    ],
    [
      'gives no number',
      () => ({
        body: {
          data: [0, 1].map((index) => ({
            index,
            embedding: [null, ...servedVector('a').slice(1)],
          })),
        },
      }),
      'unavailable',
      /vector 1 of 2 holds null, which is no number/,
    ],
    [
      'gives an endless number',
      () => ({
        body: `{"data":[${[0, 1].map((index) => `{"index":${index},"embedding":[1e999${',0'.repeat(63)}]}`).join(',')}]}`,
      }),
      'unavailable',
      /holds Infinity/,
    ],
    [
      'gives a zero vector',
      () => ({
        body: {
          data: [0, 1].map((index) => ({
            index,
            embedding: servedVector('a').map((value) => value * index),
          })),
        },
      }),
      'unavailable',
      /vector 1 of 2 is zero/,
    ],
  ])(
    'that %s is named with what was wrong, never with the key',
    async (_what, behaviour, code, message) => {
      const { server, embedder } = await rig();
      server.behave(behaviour);
      const error = await failure(embedder.embed(['rain', 'snow'], 'document'));
      expect(error).toMatchObject({
        code,
        field: 'embedder',
        message: expect.stringMatching(message) as string,
      });
      expect(error.message).toContain(server.url);
      expect(error.text).not.toContain(KEY);
    },
  );

  it('that does not answer in time is not asked again', async () => {
    const { server, embedder, pauses } = await rig({ timeoutMs: 60 });
    server.behave('silent');
    expect(await failure(embedder.embed(['rain'], 'document'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('did not answer within 60 ms') as string,
    });
    expect([server.requests.length, pauses.length]).toEqual([1, 0]);
  });

  it('is let go when the caller stops', async () => {
    const { server, embedder } = await rig();
    server.behave('silent');
    const stop = new AbortController();
    const asked = failure(embedder.embed(['rain'], 'document', stop.signal));
    setTimeout(() => stop.abort(), 20);
    expect(await asked).toMatchObject({ code: 'interrupted' });
  });

  it('that is not there is told so', async () => {
    const { embedder } = await rig({ url: 'http://127.0.0.1:9' });
    expect(await failure(embedder.embed(['rain'], 'document'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/127\.0\.0\.1:9.*cannot be reached/) as string,
    });
  });
});
