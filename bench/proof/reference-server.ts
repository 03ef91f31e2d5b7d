import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { countTokens } from '../../packages/core/src/language/count-tokens.js';
import {
  overRanker,
  type MemorySystem,
  type Ranker,
  type Ranking,
  type Told,
} from './memory-system.js';
import { byWordsHeld, searchWords } from './rivals.js';

const Graph = z.object({
  entities: z.array(z.object({ name: z.string(), observations: z.array(z.string()) })),
});

/** Where the package's program lies; null where it is not installed. */
function program(): string | null {
  try {
    return createRequire(import.meta.url).resolve(
      '@modelcontextprotocol/server-memory/dist/index.js',
    );
  } catch {
    return null;
  }
}

const missing = (): Promise<string | null> =>
  Promise.resolve(program() === null ? 'npm install @modelcontextprotocol/server-memory' : null);

/** The reference memory server over stdio, as an agent speaks to it; and where the agent sorts its answers. */
export const REFERENCE_SERVERS: readonly MemorySystem[] = [
  overRanker(
    'reference server',
    'The memory server of the Model Context Protocol (`@modelcontextprotocol/server-memory`), over stdio: each turn is an observation of its speaker, each note one of its subject. The agent calls `search_nodes` with the content words of the question one by one (the server looks for one substring) and takes the observations as they come; tokens are those of the server’s answers.',
    () => openServer((found) => [...found]),
    missing,
  ),
  overRanker(
    'reference server, sorted',
    'The same, but the agent reads all that the server answers and takes the observations that hold most of the words first, the newest of as many.',
    () => openServer(byWordsHeld),
    missing,
  ),
];

type Sort = (found: readonly Told[], words: readonly string[]) => readonly Told[];

interface Server {
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** A process of it, with its file. */
async function connect(file: string): Promise<Server> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program() ?? ''],
      env: { MEMORY_FILE_PATH: file },
      stderr: 'ignore',
    }),
  );
  return {
    async call(name, args) {
      const answer = await client.callTool({ name, arguments: args });
      if (answer.isError === true)
        throw new Error(`${name} failed: ${JSON.stringify(answer.content)}`);
      return answer.structuredContent;
    },
    close: () => client.close(),
  };
}

async function openServer(sort: Sort): Promise<Ranker> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-reference-'));
  const file = join(folder, 'memory.jsonl');
  const { call, close } = await connect(file);
  const subjects = new Set<string>();
  /** An observation is kept once for each entity; the day makes two of the same words differ. */
  const observations = new Map<string, Told>();
  const said = ({ isNote, saidAt, text }: Told): string =>
    isNote ? text : `${new Date(saidAt).toISOString().slice(0, 10)}: ${text}`;
  const grouped = (items: readonly Told[]): [string, string[]][] => {
    const bySubject = new Map<string, string[]>();
    for (const item of items)
      bySubject.set(item.subject, [...(bySubject.get(item.subject) ?? []), said(item)]);
    return [...bySubject];
  };
  /** All that the server answers for the words of a query. */
  const search = async (query: string): Promise<Ranking> => {
    const words = searchWords(query);
    const found = new Set<Told>();
    let tokens = 0;
    for (const word of words) {
      const { entities } = Graph.parse(await call('search_nodes', { query: word }));
      tokens += countTokens(JSON.stringify(entities));
      for (const { name, observations: own } of entities)
        for (const observation of own) {
          const item = observations.get(`${name}\n${observation}`);
          if (item !== undefined) found.add(item);
        }
    }
    return { ids: sort([...found], words).map(({ id }) => id), calls: words.length, tokens };
  };
  /** The last one: an agent that wants more of it does not ask again. */
  let asked: (Ranking & { readonly query: string }) | null = null;
  return {
    async add(items) {
      asked = null;
      const fresh = items.filter(({ subject }) => !subjects.has(subject));
      const entities = fresh.map(({ subject, kind }) => ({
        name: subject,
        entityType: kind,
        observations: [],
      }));
      for (const { subject } of fresh) subjects.add(subject);
      for (const item of items) observations.set(`${item.subject}\n${said(item)}`, item);
      if (entities.length > 0) await call('create_entities', { entities });
      await call('add_observations', {
        observations: grouped(items).map(([entityName, contents]) => ({ entityName, contents })),
      });
    },
    remove: async (items) => {
      asked = null;
      await call('delete_observations', {
        deletions: grouped(items).map(([entityName, own]) => ({ entityName, observations: own })),
      });
    },
    async rank(query, limit) {
      if (asked?.query !== query) asked = { query, ...(await search(query)) };
      return { ...asked, ids: asked.ids.slice(0, limit) };
    },
    bytes: () => statSync(file).size,
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
