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

/** Runs each piece of work once, several at a time, and returns milliseconds each took, and all together. */
async function timed(
  work: readonly (() => Promise<unknown>)[],
): Promise<{ readonly each: readonly number[]; readonly seconds: number }> {
  const began = performance.now();
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
  return { each, seconds: (performance.now() - began) / 1_000 };
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
      names.map((name) => () => {
        const inputs = Array.from({ length: memories }, () => ({ content: text() }));
        return post(instance, `/v1/banks/${name}/memories/batch`, { inputs });
      }),
    );
    const single = await timed(
      names.map((name) => () => post(instance, `/v1/banks/${name}/memories`, { content: text() })),
    );
    const filled = await sizes();
    log(`${banks} banks of ${memories + 1} memories`);
    await instance.end('SIGTERM');
    await instance.start();
    await ask(names[0] ?? '')();
    const resident = (): number =>
      instance.server === null ? 0 : residentBytes(instance.server.child);
    const [first, ...others] = [resident(), ...names.slice(1)] as [number, ...string[]];
    const opened = await timed(others.map(ask));
    const warm = await timed(others.map(ask));
    const open = resident();
    await client.query(
      `INSERT INTO mneme.bank (name, created_at, encoder)
       SELECT 'empty-' || n, 0, (SELECT max(encoder) FROM mneme.bank) FROM generate_series(1, ${empty}) AS n`,
    );
    const ready = await timed([() => fetch(new URL('/health/ready', instance.url ?? ''))]);
    return {
      banks,
      memories_of_each: memories + 1,
      bytes_a_bank: (filled.bytes - before) / banks,
      bytes_a_memory: (filled.bytes - before) / (banks * (memories + 1)),
      bytes_an_empty_bank: ((await sizes()).bytes - filled.bytes) / empty,
      batch_memories_per_s: (banks * memories) / told.seconds,
      remembers_per_s: banks / single.seconds,
      opens_per_s: others.length / opened.seconds,
      open_p50_ms: percentile([...opened.each], 0.5),
      recalls_per_s: others.length / warm.seconds,
      instance_mb: first / 1e6,
      mb_an_open_bank: (open - first) / others.length / 1e6,
      connections: filled.connections,
      [`ready_ms_at_${banks + empty}_banks`]: ready.seconds * 1_000,
    };
  } finally {
    await instance.end();
    await client.end();
  }
}
