import { freePort } from '../../test/support/free-port.js';
import { startPostgres, type PostgresServer } from '../../test/support/postgres-server.js';
import pg from 'pg';
import { endInstances, startInstances } from './instances.js';
import { underLoad, type Load } from './kills.js';
import type { Figures } from './ledger.js';

const WRITING_MS = 3_000;

/** Runs statements as the superuser of a server, and returns the rows of the last. */
async function tell(
  { superuser }: PostgresServer,
  ...statements: readonly string[]
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  try {
    let rows: readonly Readonly<Record<string, unknown>>[] = [];
    for (const statement of statements)
      ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Starts a standby, and has the primary confirm a commit only when the standby has it. */
async function standbyOf(primary: PostgresServer, port: number): Promise<PostgresServer> {
  const standby = await startPostgres({ follows: primary, port });
  await tell(
    primary,
    "ALTER SYSTEM SET synchronous_standby_names = '*'",
    'SELECT pg_reload_conf()',
  );
  const inStep = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
  while ((await tell(primary, inStep)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return standby;
}

/**
 * Kills a primary under load, promotes its standby and gives that a standby of its own, again and again. Instances know
 * both places by their address alone.
 */
export async function failOver(times: number, load: Load): Promise<Figures> {
  const ports = [await freePort(), await freePort()] as const;
  let primary = await startPostgres({ port: ports[0] });
  let standby = await standbyOf(primary, ports[1]);
  const store = `postgres://mneme@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/mneme?pool=4`;
  const gaps: number[] = [];
  try {
    const instances = await startInstances(load.instances, { ...load, store });
    const superuser = (): string => primary.superuser;
    try {
      const figures = await underLoad(load, { instances, superuser }, async ({ counts }) => {
        for (let time = 1; time <= times; time++) {
          await new Promise((resolve) => setTimeout(resolve, WRITING_MS * (0.5 + load.random())));
          const gone = performance.now();
          await primary.kill();
          await tell(standby, 'SELECT pg_promote(true, 60)');
          const before = counts.writes;
          while (counts.writes === before) await new Promise((resolve) => setTimeout(resolve, 5));
          gaps.push(performance.now() - gone);
          const { port } = primary;
          await primary.stop();
          primary = standby;
          standby = await standbyOf(primary, port);
          load.log(`failover ${time} of ${times}: ${counts.writes} acknowledged`);
        }
      });
      return { ...figures, longest_gap_ms: Math.max(...gaps) };
    } finally {
      await endInstances(instances);
    }
  } finally {
    await standby.stop();
    await primary.stop();
  }
}
