import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../ports/models.js';
import { cacheEmbeddings } from './dense-vectors.js';

/** Gives each text a distinct vector and records its requests. */
function counting(): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id: 'test@2',
    dimensions: 2,
    asked,
    embed: (texts, side) => {
      asked.push(...texts.map((text) => `${side}:${text}`));
      return Promise.resolve(
        texts.map((text) => Float32Array.of(text.length, side === 'query' ? 1 : 0)),
      );
    },
  };
}

describe('kept vectors', () => {
  it('are those the embedder gives, whatever is asked in whatever order, and never more are kept than fit', async () => {
    const texts = fc.array(fc.constantFrom('a', 'bb', 'ccc', 'dddd', 'eeeee'), { maxLength: 6 });
    const calls = fc.array(
      fc.record({ texts, side: fc.constantFrom('document' as const, 'query' as const) }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 0, max: 4 }), async (asked, capacity) => {
        const embedder = cacheEmbeddings(counting(), capacity);
        for (const call of asked)
          expect(await embedder.embed(call.texts, call.side)).toEqual(
            await counting().embed(call.texts, call.side),
          );
      }),
    );
  });

  it('are not asked for again, each side on its own; the least recently used go first', async () => {
    const inner = counting();
    const embedder = cacheEmbeddings(inner, 2);
    await embedder.embed(['a', 'a', 'b'], 'document');
    await embedder.embed(['a'], 'query');
    await embedder.embed(['b'], 'document');
    expect(inner.asked).toEqual(['document:a', 'document:b', 'query:a']);
    await embedder.embed(['a'], 'document');
    expect(inner.asked.at(-1)).toBe('document:a');
  });

  it('are none after a failure', async () => {
    let fails = true;
    const inner = counting();
    const embedder = cacheEmbeddings(
      {
        ...inner,
        embed: (...call) => (fails ? Promise.reject(new Error('away')) : inner.embed(...call)),
      },
      9,
    );
    await expect(embedder.embed(['a'], 'query')).rejects.toThrow('away');
    fails = false;
    expect(await embedder.embed(['a'], 'query')).toHaveLength(1);
  });
});
