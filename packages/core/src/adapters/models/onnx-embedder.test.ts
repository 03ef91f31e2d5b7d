import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeOnnxFolder } from '../../../../../test/support/onnx-model.js';
import { openTestMemory, temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { type OnnxEmbedderSettings, openOnnxEmbedder, pool } from './local-embedders.js';

const require = createRequire(import.meta.url);
const resolves = (name: string): boolean => {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
};
const installed = resolves('onnxruntime-node') && resolves('@huggingface/tokenizers');

const WORDS = {
  '[PAD]': [9, 9, 9, 9],
  '[UNK]': [0, 0, 0, 1],
  the: [0.1, 0.1, 0.1, 0],
  doctor: [1, 0, 0, 0],
  physician: [0.9, 0.1, 0, 0],
  rain: [0, 1, 0, 0],
  kiln: [0, 0, 1, 0],
};

function folderOf(
  words: Readonly<Record<string, readonly number[]>> = WORDS,
  mean = false,
): string {
  const folder = join(temporaryFolder(), 'tiny-words');
  writeOnnxFolder(folder, words, mean);
  return folder;
}

function settings(
  folder: string,
  changes: Partial<OnnxEmbedderSettings> = {},
): OnnxEmbedderSettings {
  return {
    folder,
    batch: 64,
    maxCharacters: 8_000,
    documentPrefix: '',
    queryPrefix: '',
    pooling: 'mean',
    ...changes,
  };
}

const scaled = (vector: readonly number[]): number[] =>
  vector.map((value) => value / Math.hypot(...vector));
function expectNear(vector: Float32Array | undefined, wanted: readonly number[]): void {
  expect(vector).toHaveLength(wanted.length);
  scaled(wanted).forEach((value, at) => expect(vector?.[at]).toBeCloseTo(value, 5));
}

describe('pooling', () => {
  const data = Float32Array.of(1, 2, 3, 4, 100, 100, 5, 6, 7, 8, 9, 10);
  const mask = BigInt64Array.of(1n, 1n, 0n, 1n, 1n, 1n);

  it('takes the mean of what is no padding, the first token, or what the model pooled itself', () => {
    expect(pool({ data, dims: [2, 3, 2] }, mask, 'mean').map((vector) => [...vector])).toEqual([
      [2, 3],
      [7, 8],
    ]);
    expect(pool({ data, dims: [2, 3, 2] }, mask, 'cls').map((vector) => [...vector])).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(
      pool({ data: data.slice(0, 4), dims: [2, 2] }, mask, 'mean').map((vector) => [...vector]),
    ).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe('a model in a folder', () => {
  it('without its file is told so, before any package is asked for', async () => {
    const folder = temporaryFolder();
    await expect(openOnnxEmbedder(settings(folder), [])).rejects.toMatchObject({
      code: 'unavailable',
      field: 'embedder.folder',
      message: expect.stringContaining('model.onnx') as string,
    });
  });

  it('knows its dimensions from the bank it filled, without being loaded', async () => {
    const embedder = await openOnnxEmbedder(settings('/nowhere/tiny-words'), [
      'mneme-hashed-1',
      'onnx:tiny-words@384',
    ]);
    expect([embedder.id, embedder.dimensions]).toEqual(['onnx:tiny-words@384', 384]);
    await expect(embedder.embed(['rain'], 'document')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it.skipIf(installed)(
    'needs packages that are not installed: the error names the command',
    async () => {
      await expect(openOnnxEmbedder(settings(folderOf()), [])).rejects.toMatchObject({
        code: 'unavailable',
        hint: expect.stringContaining(
          'npm install onnxruntime-node @huggingface/tokenizers',
        ) as string,
      });
    },
  );
});

describe.skipIf(!installed)(
  'a model in a folder (needs onnxruntime-node and @huggingface/tokenizers)',
  () => {
    it('embeds texts of any length in one batch as it does alone', async () => {
      const embedder = await openOnnxEmbedder(settings(folderOf()), []);
      expect([embedder.id, embedder.dimensions]).toEqual(['onnx:tiny-words@4', 4]);
      const vectors = await embedder.embed(
        ['The doctor', 'rain', 'kiln rain doctor the'],
        'document',
      );
      expectNear(vectors[0], [0.55, 0.05, 0.05, 0]);
      expectNear(vectors[1], [0, 1, 0, 0]);
      expectNear(vectors[2], [0.275, 0.275, 0.275, 0]);
      expect([...((await embedder.embed(['The doctor'], 'document'))[0] ?? [])]).toEqual([
        ...(vectors[0] ?? []),
      ]);
    });

    it('takes a vector that the model pooled itself', async () => {
      const embedder = await openOnnxEmbedder(settings(folderOf(WORDS, true)), []);
      expectNear((await embedder.embed(['doctor rain'], 'query'))[0], [0.5, 0.5, 0, 0]);
    });

    it('cuts what is too long for it, and keeps the order over batches', async () => {
      const embedder = await openOnnxEmbedder(settings(folderOf(), { batch: 2 }), []);
      const vectors = await embedder.embed(
        [`${'rain '.repeat(50)}kiln`, 'doctor', 'kiln', 'rain', 'doctor'],
        'document',
      );
      expectNear(vectors[0], [0, 7, 1, 0]);
      expectNear(vectors[2], [0, 0, 1, 0]);
      expectNear(vectors[4], [1, 0, 0, 0]);
    });

    it('that gives a zero vector, or other dimensions than stated, is named with what was wrong', async () => {
      const zero = await openOnnxEmbedder(settings(folderOf({ ...WORDS, rain: [0, 0, 0, 0] })), []);
      await expect(zero.embed(['kiln', 'rain'], 'document')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('vector 2 of 2 is zero') as string,
      });
      const other = await openOnnxEmbedder(settings(folderOf(), { dimensions: 5 }), []);
      await expect(other.embed(['kiln'], 'document')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('has 4 numbers where 5 were expected') as string,
      });
    });

    it('whose file is damaged is told so, and is read again when it was mended', async () => {
      const folder = folderOf();
      const embedder = await openOnnxEmbedder(settings(folder, { dimensions: 4 }), []);
      rmSync(join(folder, 'model.onnx'));
      writeFileSync(join(folder, 'model.onnx'), 'no model at all');
      await expect(embedder.embed(['kiln'], 'document')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('cannot be loaded') as string,
      });
      writeOnnxFolder(folder, WORDS);
      expectNear((await embedder.embed(['kiln'], 'document'))[0], [0, 0, 1, 0]);
    });

    it('fills a bank and answers by meaning, with no network', async () => {
      const { memory } = await openTestMemory({ embedder: { folder: folderOf() } });
      await memory.rememberAll(['the doctor', 'the kiln', 'rain rain']);
      const { results, notices } = await memory.recall('physician');
      expect(results[0]?.content).toBe('the doctor');
      expect(results[0]?.why.scores.semantic).toBeGreaterThan(0.9);
      expect(notices).toEqual(['No memory has the word “physician”.']);
    });
  },
);
