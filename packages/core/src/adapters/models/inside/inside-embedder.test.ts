import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openMemory } from '@mneme/mneme/open.js';
import { openInsideEmbedder } from './sentence-encoder.js';

const SETTINGS = { documentPrefix: '', queryPrefix: '', maxCharacters: 8_000 };
const embedder = openInsideEmbedder(SETTINGS);

describe('the encoder inside as an embedder', () => {
  it('gives a vector for every text, however odd or long', async () => {
    const texts = [
      'x'.repeat(65_000),
      'a long story '.repeat(5_000),
      '😀',
      'QUJD'.repeat(4_000),
      ' ',
    ];
    const vectors = await embedder.embed(texts, 'document');
    expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => 128));
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  it('reads on after the first part of a long text', async () => {
    const start = 'We talked about this and that for a while. '.repeat(10);
    const [one, other] = await embedder.embed(
      [`${start}My sister lives in Bergen.`, `${start}The engine needs new oil.`],
      'document',
    );
    expect(one).not.toEqual(other);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(embedder.embed(['a'], 'document', stop.signal)).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('lets other work have its turn between the texts of a large batch', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await embedder.embed(
      Array.from({ length: 60 }, (_, at) => `note ${at} on what was said about the house`),
      'document',
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('says so when its file is missing or damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-inside-'));
    const path = join(folder, 'weights.bin');
    const weights = pathToFileURL(path);
    const bent = openInsideEmbedder({ ...SETTINGS, weights });
    try {
      await expect(bent.embed(['a'], 'query')).rejects.toMatchObject({ code: 'unavailable' });
      await writeFile(path, 'not what it should be');
      await expect(bent.embed(['a'], 'query')).rejects.toThrow(
        'The sentence encoder’s file cannot be used'.replace('’', "'"),
      );
      await writeFile(path, await readFile(new URL('./sentence-encoder.bin', import.meta.url)));
      expect(await bent.embed(['a'], 'query')).toEqual(await embedder.embed(['a'], 'query'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('finds an answer that shares no word with its question', async () => {
    const memory = await openMemory({ file: ':memory:', embedder: { package: 'mneme' } });
    try {
      await memory.rememberAll(
        [
          'Anna moved to Bergen in May.',
          'The cat only eats tuna.',
          'The meeting is in room 4 on Tuesdays.',
          'I am allergic to shellfish.',
          'The boiler was repaired by Sven.',
        ].map((content) => ({ content })),
      );
      const { results } = await memory.recall('where does my sister live these days');
      expect(results[0]?.content).toBe('Anna moved to Bergen in May.');
    } finally {
      await memory.close();
    }
  });
});
