import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { openMemory } from '../src/index.js';
import { childArguments, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { percentile } from './retrieval-metrics.js';

/** Of ten calls: what agents do between them. */
const MIX = ['store', 'search', 'store', 'inject', 'store', 'search', 'store', 'recent', 'store', 'search'] as const;
type Kind = (typeof MIX)[number];

const PLACES = ['the weir', 'Porto', 'the bakery', 'the north gate', 'shelf nine', 'the old mill', 'the archive'];
const THINGS = ['kingfisher', 'invoice', 'parcel', 'ledger', 'lantern', 'violin', 'compass', 'kettle', 'atlas'];

/** One unlike any other call's, so that none becomes evidence of another. */
const textOf = (process: number, at: number): string =>
  `Entry ${process}-${at}: the ${THINGS[at % THINGS.length] ?? ''} number ${process * 100_000 + at * 17} was brought to ${PLACES[(at + process) % PLACES.length] ?? ''}.`;

/** Several agents' servers on one bank at once, each a process of its own over stdio: does any call fail, is any memory lost? */
export const mcp: Benchmark = {
  name: 'mcp',
  summary: 'Servers of several agents on one bank: calls that fail, memories that are lost, and how long calls take.',
  options: [
    { flag: '--processes <n>', description: 'Servers, each with a client that calls without a pause.', preset: '4' },
    { flag: '--calls <n>', description: 'Calls in all: half of them write.', preset: '2000' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const processes = wholeNumber(options, 'processes', 4);
    const calls = wholeNumber(options, 'calls', 2_000);
    const folder = mkdtempSync(join(tmpdir(), 'mneme-mcp-'));
    try {
      return await measure(join(folder, 'bank.mneme'), processes, calls, log);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Tally {
  errors: number;
  readonly stored: string[];
  readonly times: Record<Kind, number[]>;
}

async function measure(file: string, processes: number, calls: number, log: (line: string) => void): Promise<BenchmarkResult> {
  const clients = await Promise.all(Array.from({ length: processes }, () => startServer(file)));
  log(`${processes} servers on one bank`);
  const tally: Tally = { errors: 0, stored: [], times: { store: [], search: [], inject: [], recent: [] } };
  const start = performance.now();
  await Promise.all(clients.map((client, process) => work(client, process, Math.floor(calls / processes) + Number(process < calls % processes), tally, log)));
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  const lost = await countLost(file, tally.stored);
  const p95 = (kind: Kind): number => percentile(tally.times[kind], 0.95);
  const results = { errors: tally.errors, lost, stored: tally.stored.length, calls_per_s: calls / seconds, store_p95: p95('store'), search_p95: p95('search'), inject_p95: p95('inject'), recent_p95: p95('recent') };
  const unit = (name: string): string => (name.endsWith('p95') ? 'ms, with all servers busy' : '');
  return { results, table: Object.entries(results).map(([name, value]) => [name, Number.isInteger(value) ? String(value) : value.toFixed(1), unit(name), name === 'errors' || name === 'lost' ? '0' : '']) };
}

/** The client is a guest of the benchmarks alone: a user's installation has no need of it. */
async function startServer(file: string): Promise<Client> {
  const [{ Client: Connection }, { StdioClientTransport }] = await Promise.all([import('@modelcontextprotocol/client'), import('@modelcontextprotocol/client/stdio')]);
  const client = new Connection({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...childArguments(new URL('../src/cli/main.js', import.meta.url)), 'mcp', '--file', file] }));
  return client;
}

async function work(client: Client, process: number, calls: number, tally: Tally, log: (line: string) => void): Promise<void> {
  for (let at = 0; at < calls; at++) {
    const kind = MIX[at % MIX.length] ?? 'store';
    const start = performance.now();
    try {
      const { isError, structuredContent } = await client.callTool(request(kind, process, at));
      tally.times[kind].push(performance.now() - start);
      if (isError === true) throw new Error(JSON.stringify(structuredContent));
      if (kind === 'store') tally.stored.push((structuredContent as { id: string }).id);
    } catch (error) {
      tally.errors += 1;
      log(`server ${process}, call ${at} (${kind}): ${(error as Error).message}`);
    }
  }
}

function request(kind: Kind, process: number, at: number): { name: string; arguments: Record<string, unknown> } {
  const thing = THINGS[at % THINGS.length] ?? '';
  const requests = {
    store: { name: 'store_memory', arguments: { content: textOf(process, at) } },
    search: { name: 'search_graph', arguments: { query: `Where is the ${thing}?`, top_k: 5 } },
    inject: { name: 'inject_context', arguments: { query: `What happened with the ${thing}?`, max_tokens: 500 } },
    recent: { name: 'get_recent_context', arguments: { limit: 5 } },
  } as const satisfies Record<Kind, unknown>;
  return requests[kind];
}

/** Stored memories that the file does not have, and those that two calls were told as one. */
async function countLost(file: string, stored: readonly string[]): Promise<number> {
  const memory = await openMemory({ file, readOnly: true });
  try {
    const held = new Set<string>();
    for (let after: string | null = null; ; ) {
      const page = await memory.list({ limit: 500, ...(after === null ? {} : { after }) });
      for (const { id } of page.memories) held.add(id);
      if (page.next === null) break;
      after = page.next;
    }
    const distinct = new Set(stored);
    return stored.length - distinct.size + [...distinct].filter((id) => !held.has(id)).length;
  } finally {
    await memory.close();
  }
}
