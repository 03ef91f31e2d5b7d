/** What becomes of a store on a server when the server, the network, the rights or other tenants are not as they should be. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../packages/postgres/src/postgres-store.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { BANK, change, codeOf, ENCODER, memory, OTHER } from '../contracts/store-changes.js';
import { openTestMemory } from '../support/open-test-memory.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';

/** A few at each run; MNEME_TEST_KILLS asks for more. */
const KILLS = Number(process.env['MNEME_TEST_KILLS'] ?? 4);

describe.skipIf(postgresPrograms() === null)('a store on a server that fails', () => {
  let server: PostgresServer;
  let schemas = 0;
  const schema = (): string => `f${++schemas}`;
  const open = (name: string, more = '', address = server.address): Promise<Store> =>
    openPostgresStore({ address: `${address}?schema=${name}&pool=4${more}` });
  const asSuperuser = async (sql: string): Promise<readonly unknown[]> => {
    const client = new pg.Client({ connectionString: server.superuser });
    await client.connect();
    try {
      return (await client.query(sql)).rows as unknown[];
    } finally {
      await client.end();
    }
  };
  const founded = async (store: Store): Promise<Store> => {
    await store.ensureBank(BANK, ENCODER, 1);
    await store.ensureBank(OTHER, ENCODER, 1);
    return store;
  };
  beforeAll(async () => {
    server = await startPostgres({ logged: true });
  }, 60_000);
  afterAll(() => server.stop());

  it(
    'loses and doubles nothing that it acknowledged, however often the server is killed',
    async () => {
      const store = await founded(await open(schema()));
      const acknowledged: number[] = [];
      let writing = true;
      let next = 0;
      const writer = async (): Promise<void> => {
        while (writing) {
          const number = ++next;
          await store.commit(change([memory(number)]));
          acknowledged.push(number);
        }
      };
      const writers = Promise.all([writer(), writer(), writer()]);
      for (let kills = 0; kills < KILLS; kills++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        await server.kill();
        await server.start();
      }
      writing = false;
      await writers;
      expect(acknowledged.length).toBeGreaterThan(KILLS);
      const { items } = await store.find(BANK, {}, 100_000);
      expect(items.map(({ content }) => content).sort()).toEqual(
        acknowledged.map((number) => `memory ${number}`).sort(),
      );
      const journal = await store.since(BANK, 0, 100_000);
      expect(journal.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: acknowledged.length }, (_, at) => at + 1),
      );
      expect(journal.flatMap(({ memories }) => memories)).toHaveLength(acknowledged.length);
      await store.close();
    },
    60_000 + 5_000 * KILLS,
  );

  it('says that the server cannot write its own files, and keeps all that was acknowledged', async () => {
    const name = schema();
    const before = await founded(await open(name));
    const acknowledged: number[] = [];
    const told: unknown[] = [];
    const write = async (store: Store, number: number): Promise<void> => {
      await store.commit(change([memory(number)])).then(
        () => acknowledged.push(number),
        (error: unknown) => told.push(error),
      );
    };
    for (let number = 1; number <= 5; number++) await write(before, number);
    expect(acknowledged).toHaveLength(5);
    server.allowWriting(false);
    try {
      // What a connection has open it may go on writing; a new one has nothing open.
      const after = await open(name, '&wait=300').catch((error: unknown) => told.push(error));
      for (let number = 6; number <= 12; number++)
        for (const [at, store] of [before, after].entries())
          if (typeof store === 'object') await write(store, 100 * at + number);
      if (typeof after === 'object') await after.close();
      await before.close();
    } finally {
      server.allowWriting(true);
      await server.kill();
      await server.start();
    }
    expect(told.length).toBeGreaterThan(0);
    for (const error of told)
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(?:read_only|unavailable)$/) as string,
        hint: expect.stringMatching(/disk|folder|server/) as string,
      });
    expect(told).toContainEqual(
      expect.objectContaining({ hint: expect.stringMatching(/its own files/) as string }),
    );
    const again = await open(name);
    const { items } = await again.find(BANK, {}, 1_000);
    expect(items.map(({ content }) => content).sort()).toEqual(
      acknowledged.map((number) => `memory ${number}`).sort(),
    );
    await write(again, 999);
    expect(acknowledged).toContain(999);
    await again.close();
  }, 120_000);

  it('tells what became of a change whose connection was cut while it was committed', async () => {
    const name = schema();
    await (await founded(await open(name))).close();
    for (const when of ['before', 'after'] as const) {
      const proxy = await cuttingProxy(server.port, when);
      const store = await open(name, '', proxy.through(server.address));
      const before = (await store.bank(BANK))?.sequence ?? 0;
      proxy.arm();
      expect(await store.commit(change([memory(before + 1)]))).toBe(before + 1);
      expect(proxy.cuts()).toBe(1);
      expect(await store.since(BANK, before, 10)).toHaveLength(1);
      await store.close();
      await proxy.close();
    }
  });

  it('takes no other transaction for its own, where a server that crashed gives a number again', async () => {
    const name = schema();
    await (await founded(await open(name))).close();
    const crash = async (): Promise<void> => {
      await server.kill();
      await server.start();
      // Of the numbers of what was cut, and of those after it, none is left.
      for (let others = 0; others < 5; others++) await asSuperuser('SELECT pg_current_xact_id()');
    };
    const proxy = await cuttingProxy(server.port, 'before', crash);
    const store = await open(name, '', proxy.through(server.address));
    proxy.arm();
    const reply = { owner: 'o', key: 'k', request: 'r', status: 200, body: 'b', at: 1 };
    await store.keepReply(reply, 0);
    expect(proxy.cuts()).toBe(1);
    expect(await store.reply('o', 'k')).toEqual(reply);
    await store.close();
    await proxy.close();
  });

  it('says that all connections are in use, and goes on when they are free again', async () => {
    const store = await founded(
      await openPostgresStore({ address: `${server.address}?schema=${schema()}&pool=2&wait=200` }),
    );
    const held = [await store.exportBank(BANK), await store.exportBank(OTHER)];
    expect(await codeOf(store.banks())).toBe('unavailable');
    expect(await codeOf(store.commit(change([memory(1)])))).toBe('unavailable');
    for (const { records } of held) await records.return();
    for (const { records } of held) for await (const page of records) expect(page).toBeDefined();
    await store.close();
  });

  it('waits for a connection that the server has not free yet', async () => {
    const store = await open(schema());
    await asSuperuser('ALTER ROLE mneme CONNECTION LIMIT 1');
    onTestFinished(() => asSuperuser('ALTER ROLE mneme CONNECTION LIMIT -1').then(() => undefined));
    await founded(store);
    const made = await Promise.all(
      [BANK, OTHER].map((bank) => store.commit({ ...change([memory(1)]), bank })),
    );
    expect(made).toEqual([1, 1]);
    await store.close();
  });

  it('waits for another writer of the bank, says so when that takes too long, and leaves other banks alone', async () => {
    const name = schema();
    const store = await founded(await open(name, '&wait=300'));
    const holder = new pg.Client({ connectionString: server.superuser });
    await holder.connect();
    await holder.query(`BEGIN; SELECT 1 FROM ${name}.bank WHERE name = '${BANK}' FOR UPDATE`);
    const blocked = codeOf(store.commit(change([memory(1)])));
    expect(await store.commit({ ...change([memory(1)]), bank: OTHER })).toBe(1);
    expect(await blocked).toBe('locked');
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await store.commit(change([memory(1)]))).toBe(1);
    await store.close();
  });

  it('goes on over tables that a newer version alters, and says so where it can no more', async () => {
    const name = schema();
    const store = await founded(await open(name));
    await Promise.all([1, 2, 3].map((number) => store.commit(change([memory(number)]))));
    await Promise.all([1, 2, 3].map(() => store.bank(BANK)));
    await asSuperuser(`ALTER TABLE ${name}.bank ADD COLUMN later text`);
    expect((await store.bank(BANK))?.sequence).toBe(3);
    expect(await store.commit(change([memory(4)]))).toBe(4);
    await asSuperuser(`ALTER TABLE ${name}.memory RENAME COLUMN record TO told`);
    await expect(store.find(BANK, {}, 10)).rejects.not.toMatchObject({ code: 'newer_version' });
    await asSuperuser(`UPDATE ${name}.store SET version = 99`);
    expect(await codeOf(store.find(BANK, {}, 10))).toBe('newer_version');
    expect(await codeOf(store.commit(change([memory(5)])))).toBe('newer_version');
    await store.close();
  });

  it('repeats a change that stood in a circle of locks', async () => {
    const name = schema();
    const store = await founded(await open(name));
    const other = new pg.Client({ connectionString: server.superuser });
    await other.connect();
    await other.query("SET deadlock_timeout = '1min'");
    await other.query(`BEGIN; LOCK TABLE ${name}.journal`);
    const committed = store.commit(change([memory(1)]));
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await asSuperuser(waiting)).length === 0);
    await other.query(`ALTER TABLE ${name}.bank ADD COLUMN later text; COMMIT`);
    expect(await committed).toBe(1);
    await other.end();
    await store.close();
  });

  it('refuses a role without rights, a newer schema and one of somebody else, and leaves them as they are', async () => {
    const name = schema();
    await (await founded(await open(name))).close();
    await asSuperuser('CREATE ROLE stranger LOGIN');
    const stranger = server.address.replace('mneme@', 'stranger@');
    expect(await codeOf(open(name, '', stranger))).toBe('denied');
    expect(await codeOf(open(schema(), '', stranger))).toBe('denied');
    await asSuperuser(
      `GRANT USAGE ON SCHEMA ${name} TO stranger; GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO stranger`,
    );
    const reading = await open(name, '', stranger);
    expect((await reading.banks()).map((bank) => bank.name)).toEqual([BANK, OTHER]);
    expect(await codeOf(reading.commit(change([memory(1)])))).toBe('denied');
    await reading.close();
    await asSuperuser(`UPDATE ${name}.store SET version = 99`);
    expect(await codeOf(open(name))).toBe('newer_version');
    expect(await asSuperuser(`SELECT version FROM ${name}.store`)).toEqual([{ version: 99 }]);
    const foreign = schema();
    await asSuperuser(
      `CREATE SCHEMA ${foreign} AUTHORIZATION mneme; CREATE TABLE ${foreign}.bank (x int)`,
    );
    expect(await codeOf(open(foreign))).toBe('not_a_bank');
    expect(await codeOf(open(schema(), '', server.address.replace(/mneme$/, 'nowhere')))).toBe(
      'not_found',
    );
  });

  it('founds a schema once, whoever comes at the same time', async () => {
    const name = schema();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(name)));
    const [first] = stores;
    await first?.ensureBank(BANK, ENCODER, 1);
    for (const store of stores) expect((await store.banks()).length).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it.each(['ask', 'notify'])(
    'follows eight writers without a gap, a repeat or a change out of order: by %s',
    async (follow) => {
      const name = schema();
      const stores = await Promise.all(Array.from({ length: 8 }, () => open(name, '&pool=2')));
      const [first] = stores;
      if (first === undefined) return;
      await founded(first);
      const seen: number[] = [];
      let done = false;
      const follower = await open(name, `&follow=${follow}`);
      const following = (async () => {
        while (!done || (await follower.bank(BANK))?.sequence !== seen.length) {
          const entries = await follower.since(BANK, seen.at(-1) ?? 0, 7);
          seen.push(...entries.map(({ sequence }) => sequence));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await Promise.all(
        stores.map(async (store, at) => {
          for (let turn = 0; turn < 5; turn++)
            await store.commit(change([memory(1_000 * at + turn)]));
        }),
      );
      done = true;
      await following;
      expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
      await Promise.all([follower, ...stores].map((store) => store.close()));
    },
  );

  it('hears of others’ changes, and of those that it missed while its connection was lost', async () => {
    const name = schema();
    const writer = await founded(await open(name));
    const follower = await open(name, '&follow=notify');
    const heard = async (after: number): Promise<number> => {
      for (let tries = 0; tries < 500; tries++) {
        const found = await follower.since(BANK, after, 10);
        if (found.length > 0) return found.length;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return 0;
    };
    expect(await follower.since(BANK, 0, 10)).toEqual([]);
    await writer.commit(change([memory(1)]));
    expect(await heard(0)).toBe(1);
    await follower.commit(change([memory(2)]));
    expect(await follower.since(BANK, 1, 10)).toHaveLength(1);
    await asSuperuser(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'",
    );
    await writer.commit(change([memory(3)]));
    expect(await heard(2)).toBe(1);
    await Promise.all([writer.close(), follower.close()]);
  });

  it('shows no bank the rows of another, whatever names, ids and texts are like', async () => {
    const name = schema();
    const address = `${server.address}?schema=${name}&pool=4`;
    const { memory: opened } = await openTestMemory({ store: address });
    const odd = "'; DROP TABLE memory; -- \u0000 \\ $1 %s ${x} 💧";
    const listed = async (bank: string): Promise<unknown> => opened.bank(bank).list();
    const banks = Array.from({ length: 12 }, (_, at) => `tenant-${at}.${'ä'.repeat(80)}`);
    await Promise.all(
      banks.map(async (bank, at) => {
        const mine = opened.bank(bank);
        await mine.remember({
          content: `The vault of tenant number ${at} holds marker${at}. ${odd}`,
          session: `s-${odd}`,
          speaker: odd.slice(0, 40),
          metadata: { [`k${odd.slice(0, 8)}\u0000`]: odd },
        });
        await mine.remember(`Tenant ${at} paints the fence.`);
      }),
    );
    await Promise.all(
      banks.map(async (bank, at) => {
        const { results } = await opened.bank(bank).recall({ query: 'What does the vault hold?' });
        expect(
          results.map(({ content }) => /marker(\d+)/.exec(content)?.[1] ?? String(at)),
        ).toEqual(results.map(() => String(at)));
        expect(results.some(({ content }) => content.includes(`marker${at}.`))).toBe(true);
      }),
    );
    await expect(listed(`x${'y'.repeat(200)}`)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(listed(odd)).rejects.toMatchObject({ code: 'invalid_input' });
    // The server's own log: what was sent as a statement holds no value, and each that touches a bank's table names its bank.
    const statements = server
      .statements()
      .split('\n')
      .filter((line) => /LOG: {2}(?:execute|statement)/.test(line));
    const sent = statements.filter(
      (line) => line.includes(': SELECT') || line.includes(': INSERT'),
    );
    expect(sent.length).toBeGreaterThan(50);
    expect(statements.filter((line) => /marker\d|paints the fence/.test(line))).toEqual([]);
    // The second wall: whoever has entered one bank sees nothing of another, even where a statement asks for all.
    const client = new pg.Client({
      connectionString: server.address,
      options: `-c search_path=${name}`,
    });
    await client.connect();
    for (const table of ['memory', 'edge', 'embedding', 'journal'])
      expect((await client.query(`SELECT * FROM ${table}`)).rowCount).toBe(0);
    const { rows } = await client.query<{ num: number }>(
      "SELECT num FROM bank WHERE name LIKE 'tenant%' ORDER BY num",
    );
    for (const { num } of rows.slice(0, 3)) {
      await client.query("SELECT set_config('mneme.bank', $1, false)", [String(num)]);
      const found = await client.query<{ bank: number }>('SELECT DISTINCT bank FROM memory');
      expect(found.rows).toEqual([{ bank: num }]);
      await expect(client.query(`UPDATE memory SET bank = ${num + 1}`)).rejects.toThrow();
    }
    await client.end();
  });
});

interface CuttingProxy {
  through(address: string): string;
  /** From now on the next COMMIT meets a cut. */
  arm(): void;
  cuts(): number;
  close(): Promise<void>;
}

/** Stands between a client and the server, and cuts the connection on which a COMMIT passes: before it reaches the server, or after it did and before the answer is back. */
async function cuttingProxy(
  port: number,
  when: 'before' | 'after',
  afterCut: () => Promise<void> = async () => undefined,
): Promise<CuttingProxy> {
  let mended = Promise.resolve();
  let armed = false;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const relay = async (client: Socket): Promise<void> => {
    client.pause().on('error', () => undefined);
    await mended;
    const upstream = connect(port, '127.0.0.1');
    let committing = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (data) => {
      if (armed && data.includes('COMMIT')) {
        armed = false;
        committing = true;
        cuts++;
        if (when === 'before') {
          client.destroy();
          upstream.destroy();
          mended = afterCut();
          return;
        }
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (committing) {
        client.destroy();
        upstream.destroy();
      } else client.write(data);
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.resume();
  };
  const proxy: Server = createServer((client) => void relay(client));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const own = (proxy.address() as AddressInfo).port;
  return {
    through: (address) => address.replace(String(port), String(own)),
    arm: () => void (armed = true),
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => resolve());
      }),
  };
}
