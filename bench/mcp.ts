import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { openMemory } from '../packages/mneme/src/index.js';
import { childArguments, wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { syntheticTurns } from './synthetic-text.js';
import { percentile } from './retrieval-metrics.js';

/** Of ten calls: what agents do between them. */
const MIX = [
  'store',
  'search',
  'store',
  'inject',
  'store',
  'search',
  'store',
  'recent',
  'store',
  'search',
] as const;
type Kind = (typeof MIX)[number];

const PLACES = [
  'the weir',
  'Porto',
  'the bakery',
  'the north gate',
  'shelf nine',
  'the old mill',
  'the archive',
];
const THINGS = [
  'kingfisher',
  'invoice',
  'parcel',
  'ledger',
  'lantern',
  'violin',
  'compass',
  'kettle',
  'atlas',
];

/** One unlike any other call's, so that none becomes evidence of another. */
const textOf = (process: number, at: number): string =>
  `Entry ${process}-${at}: the ${THINGS[at % THINGS.length] ?? ''} number ${process * 100_000 + at * 17} was brought to ${PLACES[(at + process) % PLACES.length] ?? ''}.`;

/** Several agents' servers on one bank at once, each a process of its own over stdio: does any call fail, is any memory lost? */
export const mcp: Benchmark = {
  name: 'mcp',
  summary:
    'Servers of several agents on one bank: calls that fail, memories that are lost, and how long calls take.',
  options: [
    {
      flag: '--processes <n>',
      description: 'Servers, each with a client that calls without a pause.',
      preset: '4',
    },
    { flag: '--calls <n>', description: 'Calls in all: half of them write.', preset: '2000' },
    {
      flag: '--memories <n>',
      description:
        'Memories of invented text in the bank before; then one server is called, and writes are one call in twenty.',
      preset: '0',
    },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const processes = wholeNumber(options, 'processes', 4);
    const calls = wholeNumber(options, 'calls', 2_000);
    const folder = mkdtempSync(join(tmpdir(), 'mneme-mcp-'));
    try {
      const memories = wholeNumber(options, 'memories', 0, 0);
      const file = join(folder, 'bank.mneme');
      return memories > 0
        ? await measureLargeBank(file, memories, calls, log)
        : await measure(file, processes, calls, log);
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

async function measure(
  file: string,
  processes: number,
  calls: number,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const clients = await Promise.all(Array.from({ length: processes }, () => startServer(file)));
  log(`${processes} servers on one bank`);
  const tally: Tally = {
    errors: 0,
    stored: [],
    times: { store: [], search: [], inject: [], recent: [] },
  };
  const start = performance.now();
  await Promise.all(
    clients.map((client, process) =>
      work(
        client,
        process,
        Math.floor(calls / processes) + Number(process < calls % processes),
        tally,
        log,
      ),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  const lost = await countLost(file, tally.stored);
  const p95 = (kind: Kind): number => percentile(tally.times[kind], 0.95);
  const results = {
    errors: tally.errors,
    lost,
    stored: tally.stored.length,
    calls_per_s: calls / seconds,
    store_p95: p95('store'),
    search_p95: p95('search'),
    inject_p95: p95('inject'),
    recent_p95: p95('recent'),
  };
  const unit = (name: string): string => (name.endsWith('p95') ? 'ms, with all servers busy' : '');
  return {
    results,
    table: Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(1),
      unit(name),
      name === 'errors' || name === 'lost' ? '0' : '',
    ]),
  };
}

/** The client is a guest of the benchmarks alone: a user's installation has no need of it. */
async function startServer(file: string): Promise<Client> {
  const [{ Client: Connection }, { StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/stdio'),
  ]);
  const client = new Connection({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...childArguments(new URL('../packages/cli/src/main.js', import.meta.url)),
        'mcp',
        '--file',
        file,
      ],
    }),
  );
  return client;
}

async function work(
  client: Client,
  process: number,
  calls: number,
  tally: Tally,
  log: (line: string) => void,
): Promise<void> {
  for (let at = 0; at < calls; at++) {
    const kind = MIX[at % MIX.length] ?? 'store';
    const start = performance.now();
    try {
      const { isError, structuredContent, content } = await client.callTool(
        request(kind, process, at),
      );
      tally.times[kind].push(performance.now() - start);
      if (isError === true) throw new Error(JSON.stringify(content));
      if (kind === 'store') tally.stored.push((structuredContent as { id: string }).id);
    } catch (error) {
      tally.errors += 1;
      log(`server ${process}, call ${at} (${kind}): ${(error as Error).message}`);
    }
  }
}

function request(
  kind: Kind,
  process: number,
  at: number,
): { name: string; arguments: Record<string, unknown> } {
  const thing = THINGS[at % THINGS.length] ?? '';
  const requests = {
    store: { name: 'store_memory', arguments: { content: textOf(process, at) } },
    search: { name: 'search_graph', arguments: { query: `Where is the ${thing}?`, top_k: 5 } },
    inject: {
      name: 'inject_context',
      arguments: { query: `What happened with the ${thing}?`, max_tokens: 500 },
    },
    recent: { name: 'get_recent_context', arguments: { limit: 5 } },
  } as const satisfies Record<Kind, unknown>;
  return requests[kind];
}

const BATCH = 500;
const WARM_UP = 40;
const BUDGET = 1_000;
/** What an agent asks of a large bank, in turn; the last alone writes. */
const CORE_MIX = [
  'inject_context',
  'search_graph',
  'inject_context',
  'get_recent_context',
  'get_neighborhood',
  'inject_context',
  'search_graph',
  'inject_context',
  'get_neighborhood',
  'inject_context',
  'search_graph',
  'inject_context',
  'inject_context',
  'get_recent_context',
  'search_graph',
  'inject_context',
  'get_neighborhood',
  'inject_context',
  'search_graph',
  'store_memory',
] as const;

/** One server on a large bank: how long each core tool takes, and whether contexts keep to their tokens by a real encoding. */
async function measureLargeBank(
  file: string,
  memories: number,
  calls: number,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const { ids, questions } = await fillBank(file, memories, log);
  const client = await startServer(file);
  const times: number[] = [];
  const inject: number[] = [];
  let over = 0;
  let most = 0;
  for (let at = -WARM_UP; at < calls; at++) {
    const turn = Math.abs(at);
    const name = CORE_MIX[turn % CORE_MIX.length] ?? 'inject_context';
    const question = questions[turn % questions.length] ?? '';
    const args = {
      inject_context: { query: question, max_tokens: BUDGET },
      search_graph: { query: question, top_k: 10 },
      get_recent_context: { limit: 10 },
      get_neighborhood: { node_id: ids[(turn * 7919) % ids.length] },
      store_memory: { content: textOf(1, turn) },
    }[name];
    const start = performance.now();
    const { isError, content } = await client.callTool({ name, arguments: args });
    const took = performance.now() - start;
    if (isError === true) throw new Error(JSON.stringify(content));
    if (at < 0) continue;
    times.push(took);
    if (name !== 'inject_context') continue;
    inject.push(took);
    const tokens = encode((content as { text: string }[])[0]?.text ?? '').length;
    most = Math.max(most, tokens);
    over += Number(tokens > BUDGET);
  }
  await client.close();
  const results = {
    memories,
    inject_p50: percentile(inject, 0.5),
    inject_p95: percentile(inject, 0.95),
    core_p50: percentile(times, 0.5),
    core_p99: percentile(times, 0.99),
    over_budget: over,
    tokens_most: most,
  };
  const targets: Readonly<Record<string, string>> = {
    inject_p95: '≤ 35 ms',
    core_p99: '≤ 50 ms',
    over_budget: '0',
    tokens_most: `≤ ${BUDGET}`,
  };
  return {
    results,
    table: Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(1),
      targets[name] ?? '',
    ]),
  };
}

/** Every so manieth memory's words make a question. */
const ASKED_EVERY = 97;

async function fillBank(
  file: string,
  memories: number,
  log: (line: string) => void,
): Promise<{ ids: string[]; questions: string[] }> {
  const memory = await openMemory({ file });
  const turns = syntheticTurns(1);
  const ids: string[] = [];
  const questions: string[] = [];
  for (let done = 0; done < memories; done += BATCH) {
    const batch = Array.from(
      { length: Math.min(BATCH, memories - done) },
      () => turns.next().value,
    );
    const { receipts } = await memory.rememberAll(batch.map(({ input }) => input));
    ids.push(...receipts.map(({ id }) => id));
    questions.push(
      ...batch.flatMap(({ question }, at) =>
        (done + at) % ASKED_EVERY === 0 ? (question ?? []) : [],
      ),
    );
    if ((done + BATCH) % 10_000 === 0) log(`${done + BATCH} memories`);
  }
  await memory.close();
  return { ids, questions };
}

/** Stored memories that the file does not have, and those that two calls were told as one. */
async function countLost(file: string, stored: readonly string[]): Promise<number> {
  const memory = await openMemory({ file, readOnly: true });
  try {
    const held = new Set<string>();
    for (let after: string | null = null; ;) {
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
