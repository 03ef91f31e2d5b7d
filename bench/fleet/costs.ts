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
const RESTED_MS = 15_000;
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

/** What many small banks cost: bytes in the database, and in an instance that has them open; how fast they open and are written to. */
export async function measureCosts(
  postgres: PostgresServer,
  { memories, empty }: { readonly memories: number; readonly empty: number },
  { banks, threads, program, random, log }: Load,
): Promise<Figures> {
  const client = new pg.Client({ connectionString: postgres.superuser });
  await client.connect();
  const sizes = async (): Promise<{ bytes: number; connections: number }> => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ bytes: number; connections: number }>(TABLES);
    return rows[0] ?? { bytes: 0, connections: 0 };
  };
  const instance = new Instance({
    ...{ store: `${postgres.address}?pool=${AT_ONCE}`, threads, environment: {} },
    ...(program === undefined ? {} : { program }),
  });
  const turns = syntheticTurns(Math.floor(random() * 1e6));
  const text = (): string => turns.next().value.input.content;
  const names = Array.from({ length: banks }, (_, at) => `team-${at}`);
  const ask = (name: string) => () => post(instance, `/v1/banks/${name}/recall`, { query: text() });
  try {
    await instance.start();
    await ask('warm')().catch(() => undefined);
    const before = (await sizes()).bytes;
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
    const filled = await sizes();
    log(`${banks} banks of ${memories + 1} memories`);
    await instance.end('SIGTERM');
    await instance.start();
    await ask(names[0] ?? '')();
    const resident = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, RESTED_MS));
      return instance.server === null ? 0 : residentBytes(instance.server.child);
    };
    const first = await resident();
    const others = names.slice(1);
    const opened = await timed(instance, others.map(ask));
    const warm = await timed(instance, others.map(ask));
    const open = await resident();
    await client.query(
      `INSERT INTO mneme.bank (name, created_at, encoder)
       SELECT 'empty-' || n, 0, (SELECT max(encoder) FROM mneme.bank) FROM generate_series(1, ${empty}) AS n`,
    );
    const get = (path: string) => async () =>
      (await fetch(new URL(path, instance.url ?? ''))).arrayBuffer();
    const list = await timed(instance, [get('/v1/banks')]);
    const ready = await timed(instance, [get('/health/ready')]);
    return {
      banks,
      memories_of_each: memories + 1,
      bytes_a_bank: (filled.bytes - before) / banks,
      bytes_a_memory: (filled.bytes - before) / (banks * (memories + 1)),
      bytes_an_empty_bank: ((await sizes()).bytes - filled.bytes) / empty,
      batch_memories_per_s: (banks * memories) / told.seconds,
      batch_memory_cpu_ms: told.cpu / memories,
      remembers_per_s: banks / single.seconds,
      remember_cpu_ms: single.cpu,
      opens_per_s: others.length / opened.seconds,
      open_cpu_ms: opened.cpu,
      open_p50_ms: percentile([...opened.each], 0.5),
      recalls_per_s: others.length / warm.seconds,
      recall_cpu_ms: warm.cpu,
      instance_mb: first / 1e6,
      mb_an_open_bank: (open - first) / others.length / 1e6,
      connections: filled.connections,
      [`list_ms_at_${banks + empty}_banks`]: list.seconds * 1_000,
      [`ready_ms_at_${banks + empty}_banks`]: ready.seconds * 1_000,
    };
  } finally {
    await instance.end();
    await client.end();
  }
}
