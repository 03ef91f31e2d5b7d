import { create, insertMultiple, removeMultiple, save, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { contentTerms } from '../../packages/core/src/language/terms.js';
import { createStemmer } from '../../packages/core/src/language/stem.js';
import { openInsideEmbedder } from '../../packages/core/src/adapters/models/inside/sentence-encoder.js';
import { cacheEmbeddings } from '../../packages/core/src/spaces/dense-vectors.js';
import { TEXTS } from '../encoder-inside.js';
import { lineOf, overRanker, type MemorySystem, type Ranker, type Told } from './memory-system.js';

/** Every rival that compares meanings has the encoder that ships with Mneme; all share what it has encoded. */
const KEPT = 20_000;
export const ENCODER = cacheEmbeddings(openInsideEmbedder(TEXTS), KEPT);

/** The words of a query for which an agent would look, each once, as written. */
export function searchWords(query: string): string[] {
  const said = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(said)].filter((word) => contentTerms(word, 'en', stemmer).length > 0);
}
const stemmer = createStemmer();

/** Lines by how many of the words they hold; of as many, the newest first. */
export function byWordsHeld(items: readonly Told[], words: readonly string[]): Told[] {
  return items
    .map((item) => {
      const line = lineOf(item).toLowerCase();
      return { item, held: words.filter((word) => line.includes(word)).length };
    })
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held || b.item.saidAt - a.item.saidAt)
    .map(({ item }) => item);
}

const miniSearch = overRanker(
  'BM25 (MiniSearch)',
  'MiniSearch by its defaults over the texts.',
  (): Ranker => {
    const index = new MiniSearch<Told>({ fields: ['text'] });
    return {
      add: (items) => index.addAll(items),
      remove: (items) => index.removeAll(items),
      rank: (query, limit) => ({
        ids: index
          .search(query)
          .slice(0, limit)
          .map(({ id }) => String(id)),
        calls: 1,
      }),
      bytes: () => JSON.stringify(index).length,
    };
  },
);

const orama = overRanker(
  'Orama hybrid',
  'Orama’s hybrid search: full text, and vectors of the encoder that ships with Mneme.',
  (): Ranker => {
    const index = create({
      schema: { text: 'string', vector: `vector[${ENCODER.dimensions}]` } as const,
    });
    return {
      async add(items) {
        const vectors = await ENCODER.embed(
          items.map(({ text }) => text),
          'document',
        );
        await insertMultiple(
          index,
          items.map(({ id, text }, at) => ({ id, text, vector: [...(vectors[at] ?? [])] })),
        );
      },
      remove: async (items) => {
        await removeMultiple(
          index,
          items.map(({ id }) => id),
        );
      },
      async rank(query, limit) {
        const [vector] = await ENCODER.embed([query], 'query');
        const { hits } = await search(index, {
          mode: 'hybrid',
          term: query,
          vector: { value: [...(vector ?? [])], property: 'vector' },
          similarity: 0,
          limit,
        });
        return { ids: hits.map(({ id }) => id), calls: 1 };
      },
      bytes: () => JSON.stringify(save(index)).length,
    };
  },
);

const encoderAlone = overRanker(
  'the encoder alone',
  'Cosine of vectors of the encoder that ships with Mneme, one a text.',
  (): Ranker => {
    const vectors = new Map<string, { readonly vector: Float32Array; readonly size: number }>();
    return {
      async add(items) {
        const made = await ENCODER.embed(
          items.map(({ text }) => text),
          'document',
        );
        for (const [at, { id, text }] of items.entries())
          vectors.set(id, { vector: made[at] as Float32Array, size: text.length });
      },
      remove: (items) => items.forEach(({ id }) => vectors.delete(id)),
      async rank(query, limit) {
        const [wanted] = await ENCODER.embed([query], 'query');
        const near = (vector: Float32Array): number =>
          vector.reduce((sum, value, at) => sum + value * (wanted?.[at] ?? 0), 0);
        const ids = [...vectors]
          .map(([id, { vector }]) => ({ id, score: near(vector) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, limit)
          .map(({ id }) => id);
        return { ids, calls: 1 };
      },
      bytes: () =>
        [...vectors.values()].reduce((sum, { vector, size }) => sum + vector.byteLength + size, 0),
    };
  },
);

const files = overRanker(
  'files',
  'One markdown file, a line each; the agent greps for the content words of the question one by one, and reads the lines that hold most of them first, the newest of as many.',
  (): Ranker => {
    let lines: readonly Told[] = [];
    return {
      add: (items) => void (lines = [...lines, ...items]),
      remove: (items) => void (lines = lines.filter((line) => !items.includes(line))),
      rank(query, limit) {
        const words = searchWords(query);
        return {
          ids: byWordsHeld(lines, words)
            .slice(0, limit)
            .map(({ id }) => id),
          calls: words.length,
        };
      },
      bytes: () => Buffer.byteLength(lines.map(lineOf).join('\n')),
    };
  },
);

const nothing = overRanker('nothing', 'No memory at all.', (): Ranker => ({
  add: () => undefined,
  remove: () => undefined,
  rank: () => ({ ids: [], calls: 0 }),
  bytes: () => 0,
}));

/** Those that need neither a process of their own nor a package that is not installed. */
export const RIVALS: readonly MemorySystem[] = [miniSearch, orama, encoderAlone, files, nothing];
