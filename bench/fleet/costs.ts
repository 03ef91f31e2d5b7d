import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { PostgresServer } from '../../test/support/postgres-server.js';
import { residentBytes } from '../load-server.js';
import { percentile } from '../retrieval-metrics.js';
import { syntheticTurns } from '../synthetic-text.js';
import { Instance } from './instances.js';
import type { Load } from './kills.js';
import type { Figures } from './ledger.js';

const AT_ONCE = 8;
const TABLES = `
  SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes,
    (SELECT count(*)::integer FROM pg_stat_activity WHERE application_name = 'mneme') AS connections
  FROM pg_class WHERE relnamespace = 'mneme'::regnamespace AND relkind = 'r'`;

/** After so long an instance at rest has collected its garbage. */
const RESTED_MS = 40_000;
/** Of Linux, a second. */
const TICKS = 100;

/** Milliseconds of processor that an instance has taken so far. Linux tells it; elsewhere it counts as none. */
function processorMs({ server }: Instance): number {
  try {
    const stat = readFileSync(`/proc/${server?.child.pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
    return ((user + system) * 1_000) / TICKS;
  } catch {
    return 0;
  }
}

/** Runs each piece of work once, several at a time: seconds for all, and milliseconds of the instance's processor for one. */
async function timed(
  instance: Instance,
  work: readonly (() => Promise<unknown>)[],
): Promise<{ readonly each: readonly number[]; readonly seconds: number; readonly cpu: number }> {
  const began = performance.now();
  const before = processorMs(instance);
  const each: number[] = [];
  const left = work.values();
  const worker = async (): Promise<void> => {
    for (const next of left) {
      const start = performance.now();
      await next();
      each.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return {
    each,
    seconds: (performance.now() - began) / 1_000,
    cpu: (processorMs(instance) - before) / work.length,
  };
}

async function post(instance: Instance, path: string, body: object): Promise<void> {
  const response = await fetch(new URL(path, instance.url ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}

interface Costed {
  readonly instance: Instance;
  readonly names: readonly string[];
  readonly memories: number;
  readonly text: () => string;
}

/** Fills banks: each with a batch, and with one more memory. */
async function fill({ instance, names, memories, text }: Costed): Promise<Figures> {
  const told = await timed(
    instance,
    names.map((name) => () => {
      const inputs = Array.from({ length: memories }, () => ({ content: text() }));
      return post(instance, `/v1/banks/${name}/memories/batch`, { inputs });
    }),
  );
  const single = await timed(
    instance,
    names.map((name) => () => post(instance, `/v1/banks/${name}/memories`, { content: text() })),
  );
  return {
    batch_memories_per_s: (names.length * memories) / told.seconds,
    batch_memory_cpu_ms: told.cpu / memories,
    remembers_per_s: names.length / single.seconds,
    remember_cpu_ms: single.cpu,
  };
}

/** Opens the banks in a new process. What one takes is told by the second half, as the first also warms the process. */
async function open({ instance, names, text }: Costed): Promise<Figures> {
  const ask = (name: string) => () => post(instance, `/v1/banks/${name}/recall`, { query: text() });
  const resident = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
    return instance.server === null ? 0 : residentBytes(instance.server.child);
  };
  await instance.end('SIGTERM');
  await instance.start();
  const half = Math.ceil(names.length / 2);
  await timed(instance, names.slice(0, half).map(ask));
  const first = await resident();
  const opened = await timed(instance, names.slice(half).map(ask));
  const warm = await timed(instance, names.slice(half).map(ask));
  return {
    opens_per_s: (names.length - half) / opened.seconds,
    open_cpu_ms: opened.cpu,
    open_p50_ms: percentile([...opened.each], 0.5),
    recalls_per_s: (names.length - half) / warm.seconds,
    recall_cpu_ms: warm.cpu,
    instance_mb: first / 1e6,
    mb_an_open_bank: ((await resident()) - first) / (names.length - half) / 1e6,
  };
}

/** What many small banks cost: bytes in the database, and in an instance that has them open; how fast they open and are written to. */
export async function measureCosts(
  postgres: PostgresServer,
  { memories, empty }: { readonly memories: number; readonly empty: number },
  { banks, threads, program, random, log }: Load,
): Promise<Figures> {
  const client = new pg.Client({ connectionString: postgres.superuser });
  await client.connect();
  const sizes = async (): Promise<{ bytes: number; connections: number }> => {
    const { rows } = await client.query<{ bytes: number; connections: number }>(TABLES);
    return rows[0] ?? { bytes: 0, connections: 0 };
  };
  const instance = new Instance({
    ...{ store: `${postgres.address}?pool=${AT_ONCE}`, threads, environment: {} },
    ...(program === undefined ? {} : { program }),
  });
  const turns = syntheticTurns(Math.floor(random() * 1e6));
  const names = Array.from({ length: banks }, (_, at) => `team-${at}`);
  const costed = { instance, names, memories, text: () => turns.next().value.input.content };
  const get = (path: string) => async () =>
    (await fetch(new URL(path, instance.url ?? ''))).arrayBuffer();
  try {
    await instance.start();
    const before = (await sizes()).bytes;
    const filled = await fill(costed);
    const { bytes, connections } = await sizes();
    log(`${banks} banks of ${memories + 1} memories`);
    const opened = await open(costed);
    await client.query(
      `INSERT INTO mneme.bank (name, created_at, encoder)
       SELECT 'empty-' || n, 0, (SELECT max(encoder) FROM mneme.bank) FROM generate_series(1, ${empty}) AS n`,
    );
    const ready = await timed(instance, [get('/health/ready')]);
    const list = await timed(instance, [get('/v1/banks')]);
    return {
      ...{ banks, memories_of_each: memories + 1, connections },
      bytes_a_bank: (bytes - before) / banks,
      bytes_a_memory: (bytes - before) / (banks * (memories + 1)),
      bytes_an_empty_bank: ((await sizes()).bytes - bytes) / empty,
      ...{ ...filled, ...opened },
      [`ready_ms_at_${banks + empty}_banks`]: ready.seconds * 1_000,
      [`list_ms_at_${banks + empty}_banks`]: list.seconds * 1_000,
    };
  } finally {
    await instance.end();
    await client.end();
  }
}
