import { describe, expect, it } from 'vitest';
import {
  openModelServer,
  servedVector,
  SERVED_DIMENSIONS,
  type Behaviour,
  type ModelServer,
} from '../../../../test/support/model-server.js';
import {
  type TestMemory,
  type TestOptions,
  openTestMemory,
  temporaryFile,
} from '../../../../test/support/open-test-memory.js';
import { contents } from '../../../../test/support/recollections.js';
import type { Mneme } from '@mneme/mneme/index.js';

const ID = `http:words@${SERVED_DIMENSIONS}`;
const KEY = 'sk-key-that-nobody-may-see';

interface Rig extends TestMemory {
  readonly server: ModelServer;
  readonly options: TestOptions;
}

/** A memory with an embedder on a local server; pauses between tries take no time. */
async function rig(options: TestOptions = {}, embedder: object = {}): Promise<Rig> {
  const server = await openModelServer();
  const settings: TestOptions = {
    wait: () => Promise.resolve(),
    embedder: {
      url: server.url,
      model: 'words',
      key: KEY,
      dimensions: SERVED_DIMENSIONS,
      ...embedder,
    },
    ...options,
  };
  return { server, options: settings, ...(await openTestMemory(settings)) };
}

const missing = async (memory: Mneme): Promise<string[]> =>
  (await memory.care.doctor()).problems.map(({ what }) => what);

describe('a configured embedder', () => {
  it('fills a new bank and answers by meaning', async () => {
    const { memory, server } = await rig();
    const receipts = await memory.rememberAll([
      'The doctor came on Monday.',
      'The kiln fires at noon.',
      'Rain fell all day.',
    ]);
    expect(receipts.withoutVector).toBe(0);
    expect(server.requests).toHaveLength(1);
    const { bank } = await memory.care.stats();
    expect(bank.encoder).toBe(ID);
    const answer = await memory.recall('physician');
    expect(contents(answer)[0]).toBe('The doctor came on Monday.');
    expect(answer.results[0]?.why.scores.semantic).toBeGreaterThan(0.3);
    expect(answer.notices.filter((notice) => notice.includes('embedder'))).toEqual([]);
    expect(await missing(memory)).toEqual([]);
  });

  it('is asked once for a text, also when the text comes again', async () => {
    const { memory, server } = await rig();
    await memory.remember({
      content: 'The doctor came.',
      origin: 'a',
      turn: '1',
      session: 's',
      speaker: 'Ana',
    });
    await memory.remember({
      content: 'The doctor came.',
      origin: 'a',
      turn: '1',
      session: 's',
      speaker: 'Ana',
    });
    await memory.recall('doctor');
    await memory.recall({ query: 'doctor', limit: 3 });
    expect(server.embedded).toEqual(['The doctor came.', 'doctor']);
  });

  it('does not touch a recall when there is none', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('The doctor came.');
    const { timings, notices } = await memory.recall('doctor');
    expect(Object.keys(timings)).not.toContain('rerank');
    expect(notices).toEqual([]);
    expect((await memory.care.stats()).bank.encoder).toBe('mneme-hashed-1');
  });

  it.each<[string, Behaviour, RegExp]>([
    ['is away', 'cut', /cannot be reached/],
    [
      'gives vectors of another length',
      () => ({ body: { data: [{ index: 0, embedding: [1, 2] }] } }),
      /has 2 numbers where 64 were expected/,
    ],
    [
      'gives no numbers',
      () => ({ body: { data: [{ index: 0, embedding: servedVector('a').map(() => null) }] } }),
      /holds null/,
    ],
    ['refuses the text', () => ({ status: 400, body: 'no' }), /refuses the request/],
    ['is too slow', 'silent', /did not answer within 80 ms/],
  ])('that %s never costs a memory, and says so', async (_what, behaviour, why) => {
    const file = temporaryFile();
    // The short limit affects only the model that never answers; all other answers arrive in time.
    const { memory, server, clock, options } = await rig(
      { file },
      behaviour === 'silent' ? { timeoutMs: 80, queryTimeoutMs: 80 } : {},
    );
    server.behave(behaviour);
    const receipt = await memory.remember('The doctor came on Monday.');
    expect(receipt.outcome).toBe('remembered');
    expect(receipt.notes.join()).toMatch(/kept without a vector, which follows: /);
    expect(receipt.notes.join()).toMatch(why);
    clock.advance(60_000);
    const answer = await memory.recall('doctor');
    expect(contents(answer)).toEqual(['The doctor came on Monday.']);
    expect(answer.notices.join()).toMatch(/rests on words, links and time alone: /);
    expect(answer.results[0]?.why.scores.semantic).toBe(0);
    expect(await missing(memory)).toEqual(['1 memories have no vector.']);

    await memory.close();
    server.behave('well');
    const later = await openTestMemory({
      ...options,
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
    });
    await later.memory.flush();
    expect(await missing(later.memory)).toEqual([]);
    expect((await later.memory.recall('physician')).results[0]).toMatchObject({
      content: 'The doctor came on Monday.',
    });
  });

  it('that is away is not waited for by every write and recall', async () => {
    const { memory, server, clock } = await rig();
    server.behave('cut');
    await memory.remember('One came.');
    const asked = server.requests.length;
    await memory.remember('Two came.');
    expect((await memory.recall('two')).notices.join()).toContain('cannot be reached');
    expect(server.requests).toHaveLength(asked);
    clock.advance(60_000);
    await memory.remember('Three came.');
    expect(server.requests.length).toBeGreaterThan(asked);
  });

  it('that refuses one text of many embeds the others', async () => {
    const { memory, server } = await rig();
    server.behave(({ body }) => {
      const input = body['input'] as string[];
      return input.some((text) => text.includes('poison'))
        ? { status: 400, body: 'too long' }
        : {
            body: { data: input.map((text, index) => ({ index, embedding: servedVector(text) })) },
          };
    });
    const { receipts, withoutVector } = await memory.rememberAll([
      'Rain fell.',
      'A poison tree grew.',
      'The kiln fired.',
      'A car came.',
    ]);
    expect(withoutVector).toBe(1);
    expect(receipts.map(({ notes }) => notes.length > 0)).toEqual([false, true, false, false]);
    expect(await missing(memory)).toEqual(['1 memories have no vector.']);
  });

  it('embeds what is missing after the next write that succeeds', async () => {
    const { memory, server, clock } = await rig();
    server.behave('cut');
    await memory.rememberAll(['The doctor came.', 'Rain fell.']);
    await memory.recall('physician');
    server.behave('well');
    clock.advance(60_000);
    expect(await missing(memory)).toEqual(['2 memories have no vector.']);
    await memory.remember('A kiln fired.');
    await memory.flush();
    expect(await missing(memory)).toEqual([]);
    const answer = await memory.recall('physician');
    expect(answer.results[0]?.content).toBe('The doctor came.');
    expect([answer.cacheHit, answer.notices]).toEqual([
      false,
      ['No memory has the word “physician”.', expect.stringContaining('No probabilities')],
    ]);
  });

  it('of another process gives its late vectors to this one', async () => {
    const file = temporaryFile();
    const first = await rig({ file });
    first.server.behave('cut');
    await first.memory.remember('The doctor came.');
    first.server.behave('well');
    const second = await openTestMemory({ ...first.options });
    await second.memory.flush();
    first.clock.advance(60_000);
    expect(
      (await first.memory.recall('physician')).results[0]?.why.scores.semantic,
    ).toBeGreaterThan(0.3);
  });

  it('does not hold up closing', async () => {
    const { memory, server } = await rig({ file: temporaryFile() });
    server.behave('cut', 'cut', 'cut', 'well', 'silent');
    await memory.remember('One came.');
    await memory.close();
    await expect(memory.recall('one')).rejects.toMatchObject({ code: 'closed' });
  });

  it('with another model than the bank’s is refused, naming what to do; looking and forgetting still work', async () => {
    const file = temporaryFile();
    const first = await rig({ file });
    const { id } = await first.memory.remember('The doctor came.');
    await first.memory.close();
    for (const options of [
      { ...first.options, embedder: { ...first.options.embedder, model: 'others' } },
      { file },
    ]) {
      const { memory } = await openTestMemory(options);
      for (const work of [
        () => memory.remember('Rain.'),
        () => memory.recall('rain'),
        () => memory.accept('Rain.'),
      ]) {
        await expect(work()).rejects.toMatchObject({
          code: 'invalid_input',
          field: 'embedder',
          hint: expect.stringContaining('mneme reindex') as string,
          message: expect.stringContaining(ID) as string,
        });
      }
      expect((await memory.list()).memories).toHaveLength(1);
      expect((await memory.show(id)).memory.content).toBe('The doctor came.');
      expect((await memory.care.stats()).memories).toBe(1);
      await memory.close();
    }
  });

  it('whose dimensions nobody knows while it is away is an error that says what to set', async () => {
    await expect(
      openTestMemory({
        embedder: { url: 'http://127.0.0.1:9', model: 'words' },
        wait: () => Promise.resolve(),
      }),
    ).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('embedder.dimensions') as string,
    });
  });

  it('never shows its key', async () => {
    const { memory, server } = await rig({}, { dimensions: SERVED_DIMENSIONS });
    const shown = [
      JSON.stringify(await memory.care.doctor()),
      JSON.stringify(await memory.care.stats()),
    ];
    server.behave(() => ({ status: 500, body: KEY }));
    shown.push(
      JSON.stringify(await memory.remember('Rain fell.')),
      JSON.stringify(await memory.recall('rain')),
      JSON.stringify(await memory.care.doctor()),
    );
    shown.push(JSON.stringify((await memory.bank('test').list()).memories));
    expect(shown.join()).toContain('status 500');
    expect(shown.join()).not.toContain(KEY);
  });
});
