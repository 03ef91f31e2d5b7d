/** A primary that is killed under load, its standby that is promoted, and the primary that comes back as if it still were one. */
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../packages/postgres/src/postgres-store.js';
import { BANK, change, codeOf, ENCODER, memory } from '../contracts/store-changes.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';

async function tell({ superuser }: PostgresServer, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function pair(): Promise<readonly [PostgresServer, PostgresServer]> {
  const primary = await startPostgres();
  onTestFinished(() => primary.stop());
  const standby = await startPostgres({ follows: primary });
  onTestFinished(() => standby.stop());
  await tell(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await tell(primary, 'SELECT pg_reload_conf()');
  while ((await tell(primary, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")) === 0);
  return [primary, standby];
}

describe.skipIf(postgresPrograms() === null)('an address of several hosts', () => {
  it('is written to on the one that is the primary, without loss, and never on one that was', async () => {
    const [primary, standby] = await pair();
    const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`);
    const at = `postgres://mneme@${hosts.join(',')}/mneme`;
    for (const follow of ['ask', 'notify']) {
      const asked = await openPostgresStore({ address: `${at}?schema=${follow}&follow=${follow}` });
      expect(asked.kind).toContain(`${hosts.join(',')}/mneme?schema=${follow}`);
      await asked.close();
    }
    const store = await openPostgresStore({ address: `${at}?pool=3&wait=3000` });
    onTestFinished(() => store.close());
    await store.ensureBank(BANK, ENCODER, 1);
    const acknowledged: number[] = [];
    let writing = true;
    const writers = [0, 1, 2].map(async (writer) => {
      for (let number = writer * 10_000; writing; number++) {
        await store.commit(change([memory(number)]));
        acknowledged.push(number);
      }
    });
    const writes = async (more: number): Promise<void> => {
      const wanted = acknowledged.length + more;
      while (acknowledged.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await writes(20);
    await primary.kill();
    await tell(standby, 'SELECT pg_promote(true, 60)');
    await writes(20);
    writing = false;
    await Promise.all(writers);
    const { items } = await store.find(BANK, {}, 100_000);
    expect(items.map(({ content }) => content).sort()).toEqual(
      acknowledged.map((number) => `memory ${number}`).sort(),
    );
    // Nobody confirms what the former primary writes now; it would have to confirm alone.
    await primary.start();
    await tell(primary, 'ALTER SYSTEM RESET synchronous_standby_names');
    await tell(primary, 'SELECT pg_reload_conf()');
    await standby.kill();
    expect(await codeOf(store.commit(change([memory(99_999)])))).toBe('unavailable');
    await standby.start();
    expect((await store.find(BANK, {}, 100_000)).items).toHaveLength(acknowledged.length);
  }, 90_000);

  it('is refused where a host is none', async () => {
    expect(
      await codeOf(openPostgresStore({ address: 'postgres://mneme@one:5432,two:port/mneme' })),
    ).toBe('invalid_input');
  });
});
