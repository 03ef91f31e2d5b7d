import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openModelServer,
  servedVector,
  SERVED_DIMENSIONS,
} from '../../../../../test/support/model-server.js';
import {
  type TestOptions,
  openTestMemory,
  seededRandom,
  temporaryFile,
  testClock,
} from '../../../../../test/support/open-test-memory.js';
import { openMemory, type Mneme, type Recollection } from '@mneme/mneme/index.js';

const BUILT_IN = 'mneme-hashed-1';
const ID = `http:words@${SERVED_DIMENSIONS}`;
const KINDS = ['doctor', 'kiln', 'garden', 'harbour', 'violin'] as const;
const texts = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `The ${KINDS[at % KINDS.length]} of house ${at} was seen in spring.`,
  );

const first = ({ results }: Recollection): string => results[0]?.content ?? '';
const problems = async (memory: Mneme): Promise<string[]> =>
  (await memory.care.doctor()).problems.map(({ what }) => what);

async function settings(): Promise<{
  server: Awaited<ReturnType<typeof openModelServer>>;
  options: TestOptions;
}> {
  const server = await openModelServer();
  return {
    server,
    options: {
      wait: () => Promise.resolve(),
      embedder: { url: server.url, model: 'words', dimensions: SERVED_DIMENSIONS },
    },
  };
}

const COUNT = 130;
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-reindex-'));
  const memory = await openMemory({
    file: join(folder, 'filled.mneme'),
    bank: 'test',
    random: seededRandom(),
    clock: testClock(),
  });
  await memory.rememberAll(texts(COUNT));
  await memory.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of {@link COUNT} memories with vectors of the built-in encoder. */
function filled(): string {
  const file = temporaryFile();
  copyFileSync(join(folder, 'filled.mneme'), file);
  return file;
}

describe('reindexing', () => {
  it('fills a bank by the configured embedder while the old vectors serve, then changes over and drops them', async () => {
    const { server, options } = await settings();
    const file = filled();
    const { memory } = await openTestMemory({ file, ...options });
    const before = await memory.recall('violin of house 4');
    expect(before.notices.join()).toContain(
      `filled by ${BUILT_IN}; ${ID} serves it after \`mneme reindex\``,
    );
    expect(server.requests).toEqual([]);

    const progress: [number, number][] = [];
    const beside: Promise<Recollection>[] = [];
    const report = await memory.care.reindex({
      onProgress: (done, total) => {
        progress.push([done, total]);
        beside.push(memory.recall({ query: 'violin of house 4', limit: 3 + progress.length }));
      },
    });
    expect(report).toMatchObject({
      from: BUILT_IN,
      to: ID,
      made: COUNT,
      found: 0,
      refused: 0,
      dropped: COUNT,
    });
    expect(progress).toEqual([
      [64, COUNT],
      [128, COUNT],
      [COUNT, COUNT],
    ]);
    for (const answer of await Promise.all(beside)) expect(first(answer)).toBe(first(before));

    const after = await memory.recall('violin of house 4');
    expect(first(after)).toBe(first(before));
    expect(after.notices).toEqual([expect.stringContaining('No probabilities')]);
    expect(after.cacheHit).toBe(false);
    expect(server.embedded.at(-1)).toBe('violin of house 4');
    expect((await memory.care.stats()).bank.encoder).toBe(ID);
    expect(await problems(memory)).toEqual([]);
    expect(await memory.care.reindex()).toMatchObject({
      from: ID,
      to: ID,
      made: 0,
      found: COUNT,
      dropped: 0,
    });
  });

  it('takes along what is remembered and forgotten meanwhile', async () => {
    const { options } = await settings();
    const { memory } = await openTestMemory({ file: filled(), ...options });
    const { memories } = await memory.list({ limit: 1 });
    const writes: Promise<unknown>[] = [];
    await memory.care.reindex({
      onProgress: (done) => {
        writes.push(memory.remember(`Written when ${done} were done, by a physician.`));
        if (done < COUNT) writes.push(memory.forget([memories[0]?.id ?? '']));
      },
    });
    await Promise.all(writes);
    await memory.flush();
    expect(await problems(memory)).toEqual([]);
    expect((await memory.care.stats()).bank.encoder).toBe(ID);
    await memory.undo({ ids: [memories[0]?.id ?? ''] });
    expect(first(await memory.recall('Who wrote when 64 were done?'))).toContain('64 were done');
    expect(
      (await memory.recall({ query: 'doctor house 0', limit: 3 })).results.map(
        ({ content }) => content,
      ),
    ).toContain(texts(1)[0]);
  });

  it('stopped by a signal keeps what it made and goes on from there', async () => {
    const { server, options } = await settings();
    const { memory } = await openTestMemory({ file: filled(), ...options });
    const stop = new AbortController();
    await expect(
      memory.care.reindex({ signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toMatchObject({
      code: 'interrupted',
      hint: expect.stringContaining('mneme reindex') as string,
    });
    expect((await memory.care.stats()).bank.encoder).toBe(BUILT_IN);
    expect(first(await memory.recall('violin of house 4'))).toContain('violin');
    expect(await memory.care.reindex()).toMatchObject({ made: COUNT - 64, found: 64, to: ID });
    expect(new Set(server.embedded).size).toBe(server.embedded.length);
  });

  it('whose embedder falls silent ends with what to do, and goes on from there', async () => {
    const { server, options } = await settings();
    const { memory, clock } = await openTestMemory({ file: filled(), ...options });
    server.behave('well', 'cut');
    await expect(memory.care.reindex()).rejects.toMatchObject({
      code: 'unavailable',
      field: 'embedder',
      hint: expect.stringContaining('again') as string,
    });
    expect((await memory.care.stats()).bank.encoder).toBe(BUILT_IN);
    server.behave('well');
    clock.advance(60_000);
    expect(await memory.care.reindex()).toMatchObject({ made: COUNT - 64, found: 64 });
    expect(await problems(memory)).toEqual([]);
  });

  it('passes over what the embedder refuses, and counts it', async () => {
    const { server, options } = await settings();
    const { memory } = await openTestMemory({ file: filled(), ...options });
    server.behave(({ body }) => {
      const input = body['input'] as string[];
      return input.some((text) => text.includes('house 7 '))
        ? { status: 422, body: 'too long' }
        : {
            body: { data: input.map((text, index) => ({ index, embedding: servedVector(text) })) },
          };
    });
    expect(await memory.care.reindex()).toMatchObject({ made: COUNT - 1, refused: 1, to: ID });
    expect(await problems(memory)).toEqual(['1 memories have no vector.']);
    expect(first(await memory.recall('house 7'))).toContain('house 7 ');
  });

  it('leads back to the built-in encoder, also where no embedder is configured any more', async () => {
    const { options } = await settings();
    const file = temporaryFile();
    const learned = await openTestMemory({ file, ...options });
    await learned.memory.rememberAll(texts(20));
    await learned.memory.close();
    const { memory } = await openTestMemory({ file });
    await expect(memory.recall('violin')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(memory.care.reindex({ embedder: 'configured' })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('MNEME_EMBEDDER_URL') as string,
    });
    expect(await memory.care.reindex({ embedder: 'built-in' })).toMatchObject({
      from: ID,
      to: BUILT_IN,
      made: 20,
      dropped: 20,
    });
    expect(first(await memory.recall('violin of house 4'))).toContain('violin');
    await memory.remember('The heron came.');
    expect(await problems(memory)).toEqual([]);
  });

  it('in one process is followed by another, or refused there, naming what to do', async () => {
    const { options } = await settings();
    const file = filled();
    const able = await openTestMemory({ file, ...options });
    const unable = await openTestMemory({ file });
    for (const { memory } of [able, unable])
      expect(first(await memory.recall('violin of house 4'))).toContain('violin');
    const worker = await openTestMemory({ file, ...options });
    await worker.memory.care.reindex();
    const answer = await able.memory.recall('violin of house 4');
    expect(first(answer)).toContain('violin');
    expect(answer.notices).toEqual([expect.stringContaining('No probabilities')]);
    await able.memory.remember('A heron came.');
    expect(await problems(able.memory)).toEqual([]);
    for (const work of [
      () => unable.memory.recall('violin'),
      () => unable.memory.remember('Rain.'),
    ]) {
      await expect(work()).rejects.toMatchObject({
        code: 'invalid_input',
        hint: expect.stringContaining('mneme reindex') as string,
      });
    }
    await worker.memory.care.reindex({ embedder: 'built-in' });
    expect(first(await unable.memory.recall('violin of house 4'))).toContain('violin');
  });

  it('is refused on a memory that is open only to read', async () => {
    const { memory } = await openTestMemory({ file: filled(), readOnly: true });
    await expect(memory.care.reindex()).rejects.toMatchObject({ code: 'read_only' });
  });
});
