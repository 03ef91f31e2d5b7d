import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overRanker, type Ranker } from './memory-system.js';
import { ENCODER } from './rivals.js';

/** What is used of mem0's open library. */
interface Mem0 {
  add(
    messages: readonly { readonly role: 'user'; readonly content: string }[],
    options: {
      readonly userId: string;
      readonly infer: false;
      readonly metadata: { readonly told: string };
    },
  ): Promise<{ readonly results: readonly { readonly id: string }[] }>;
  delete(id: string): Promise<unknown>;
  search(
    query: string,
    options: { readonly filters: { readonly user_id: string }; readonly topK: number },
  ): Promise<{ readonly results: readonly { readonly metadata?: { readonly told?: string } }[] }>;
}
interface Mem0Library {
  readonly Memory: new (config: unknown) => Mem0;
}

/** It is no dependency: with its peers it is larger than Mneme. */
const PACKAGE = 'mem0ai/oss';
function library(): Promise<Mem0Library> {
  // It would tell its makers of each call.
  process.env['MEM0_TELEMETRY'] ??= 'false';
  return import(PACKAGE) as Promise<Mem0Library>;
}

const USER = 'user';

/** mem0's open library without a language model: what it is told is kept as told. */
export const mem0 = overRanker(
  'mem0 (no model)',
  'mem0’s open library (`mem0ai`) without a key: `infer: false`, its own vector store, and the encoder that ships with Mneme in place of OpenAI’s. With a language model it would write memories of its own.',
  openMem0,
  async () => {
    try {
      await library();
      return null;
    } catch {
      return 'npm install --no-save --legacy-peer-deps mem0ai @langchain/core compromise';
    }
  },
);

async function openMem0(): Promise<Ranker> {
  const { Memory } = await library();
  const folder = mkdtempSync(join(tmpdir(), 'mneme-mem0-'));
  const file = join(folder, 'vectors.db');
  const embed = async (texts: readonly string[]): Promise<number[][]> =>
    (await ENCODER.embed(texts, 'document')).map((vector) => [...vector]);
  const memory = new Memory({
    embedder: {
      provider: 'langchain',
      config: {
        model: {
          embedQuery: async (text: string) => (await embed([text]))[0],
          embedDocuments: embed,
        },
        embeddingDims: ENCODER.dimensions,
      },
    },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'bench', dimension: ENCODER.dimensions, dbPath: file },
    },
    llm: {
      provider: 'langchain',
      config: { model: { invoke: () => Promise.reject(new Error('There is no model.')) } },
    },
    disableHistory: true,
  });
  const ids = new Map<string, string>();
  return {
    async add(items) {
      for (const { id, text } of items) {
        const { results } = await memory.add([{ role: 'user', content: text }], {
          userId: USER,
          infer: false,
          metadata: { told: id },
        });
        const [made] = results;
        if (made !== undefined) ids.set(id, made.id);
      }
    },
    async remove(items) {
      for (const { id } of items) {
        const own = ids.get(id);
        if (own !== undefined) await memory.delete(own);
      }
    },
    async rank(query, limit) {
      const { results } = await memory.search(query, { filters: { user_id: USER }, topK: limit });
      return { ids: results.flatMap(({ metadata }) => metadata?.told ?? []), calls: 1 };
    },
    bytes: () => statSync(file).size,
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}
