/** The whole library over a server of PostgreSQL: the same calls, and step for step the same bank as in a file. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../packages/postgres/src/postgres-store.js';
import type { BankName } from '../../packages/core/src/domain/ids.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import { toldBy } from '../contracts/told-by.js';
import { openTestMemory, temporaryFile, type TestMemory } from '../support/open-test-memory.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';
import { expectSameBank, found, storeOf } from '../support/same-bank.js';

/** What a server logs comes a moment after what it answers. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

describe.skipIf(postgresPrograms() === null)('a memory over a server of PostgreSQL', () => {
  let server: PostgresServer;
  let schemas = 0;
  const fresh = (): string => `${server.address}?schema=e${++schemas}&pool=4`;
  const opened = (store: string): Promise<TestMemory> => openTestMemory({ store });
  beforeAll(async () => {
    server = await startPostgres({ logged: true });
  }, 60_000);
  afterAll(() => server.stop());

  it('opens by its address, and shows one handle what another wrote', async () => {
    const address = fresh();
    const [first, second] = [await opened(address), await opened(address)];
    await first.memory.remember('The heron nests by the weir.');
    await first.memory.bank('work').remember('The pool size in staging is 20.');
    expect(await found(second.memory, 'heron')).toEqual(['The heron nests by the weir.']);
    expect(await found(second.memory, 'pool size')).toEqual([]);
    await second.memory.remember('The grebe dives.');
    expect((await found(first.memory, 'grebe'))[0]).toBe('The grebe dives.');
    expect(await first.memory.care.doctor()).toMatchObject({ healthy: true });
    expect(JSON.stringify(await first.memory.care.doctor())).toContain('PostgreSQL');
  });

  it('holds back from a reader what they may not know, and keeps whom a key reads for', async () => {
    const address = fresh();
    const [{ memory }, other] = [await opened(address), await opened(address)];
    const told = await memory.remember('Kari sells the boat.');
    expect(await found(memory.as({ recipient: 'Ola' }), 'boat')).toEqual(['Kari sells the boat.']);
    await other.memory.remember({ content: 'Kari sells the boat.', audience: { not: ['Ola'] } });
    await other.memory.remember("Don't tell Ola: the party is in Molde.");
    const ola = memory.as({ recipient: 'Ola' });
    expect(await found(ola, 'What does Kari sell, and where is the party?')).toEqual([]);
    const log = JSON.stringify(await ola.curation.log());
    expect(log).not.toContain(told.id);
    expect((await ola.browse.entities()).entities).toEqual([]);
    expect((await memory.list({ for: 'Per' })).memories).toHaveLength(2);
    await memory.file.keys.create({ name: 'ola', for: 'Ola' });
    await memory.file.keys.create({ name: 'owner' });
    const keys = await other.memory.file.keys.list();
    expect(new Set(keys.map(({ recipient }) => recipient))).toEqual(new Set(['Ola', null]));
    // Keys of the version before named nobody.
    await memory.close();
    await other.memory.close();
    const client = new pg.Client({ connectionString: server.address });
    await client.connect();
    const schema = new URL(address).searchParams.get('schema');
    await client.query(`UPDATE ${schema}.store SET version = version - 1`);
    await client.query(`UPDATE ${schema}.api_key SET record = (record::jsonb - 'recipient')::text`);
    await client.end();
    const upgraded = await (await opened(address)).memory.file.keys.list();
    expect(upgraded.map(({ recipient }) => recipient)).toEqual([null, null]);
  });

  it.each([
    ['ask', 1],
    ['notify', 0],
  ])('asks the server %s-wise %i times for what a warm bank answers', async (follow, times) => {
    const { memory } = await opened(`${fresh()}&follow=${follow}`);
    await memory.rememberAll(['The heron nests by the weir.', 'The grebe dives at dusk.']);
    await memory.recall('Where does the heron nest?');
    await memory.recall('Where does the grebe dive?');
    await settled();
    const before = server.statements().length;
    const { cacheHit, results } = await memory.recall('Where is the nest of the heron?');
    expect([cacheHit, results[0]?.content]).toEqual([false, 'The heron nests by the weir.']);
    await settled();
    const sent = server.statements().slice(before);
    expect(sent.split('execute mneme_').length - 1, sent).toBe(times);
  });

  it('asks the server as often for a batch of 30 texts as for one of 3, also where each rivals another', async () => {
    const { memory } = await opened(`${fresh()}&follow=notify`);
    const words = 'Ana Bea Cem Dov Eva Fay Gus Hal Ida Jan Kai Lea Mia Ned Oda'.split(' ');
    const names = words.flatMap((word) => [`${word} Berg`, `${word} Holm`]);
    const livingIn = (town: string, count: number): string[] =>
      names.slice(0, count).map((name) => `${name} lives in ${town}.`);
    const asked: number[] = [];
    await memory.rememberAll(livingIn('Rome', 30));
    for (const [town, count] of [
      ['Oslo', 3],
      ['Lima', 30],
    ] as const) {
      await settled();
      const before = server.statements().length;
      const { receipts } = await memory.rememberAll(livingIn(town, count));
      expect(receipts.map(({ notes }) => notes.join())).toEqual(
        receipts.map(() => expect.stringContaining('says otherwise than') as string),
      );
      await settled();
      const sent = server.statements().slice(before);
      asked.push(
        sent.match(/: SELECT (?:key, memory, claim|id, num, created, record FROM memory)/g)
          ?.length ?? 0,
      );
    }
    // By their words, by their claims, and the memories that make those.
    expect(asked).toEqual([3, 3]);
  });

  it('founds nothing where it is only looked at, and refuses what is no server, no schema of ours, or newer', async () => {
    const address = fresh();
    await expect(openMemory({ store: address, mustExist: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(openMemory({ store: address, readOnly: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(openMemory({ store: 'mysql://root:secret@here/there' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.not.stringContaining('secret') as string,
    });
    await expect(openMemory({ store: `${server.address}?schema=a;b` })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(openMemory({ store: address, file: temporaryFile() })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const nowhere = 'postgres://mneme@127.0.0.1:1/mneme?wait=50';
    await expect(openMemory({ store: nowhere })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('erases a person, and hands a bank over to a file and back', async () => {
    const { memory } = await opened(fresh());
    await memory.remember('Maria Lopez works at Acme Rail.');
    await memory.remember('The train was late.');
    await memory.privacy.erase({ subject: 'Maria Lopez', yes: true });
    expect((await toldBy(storeOf(memory), 'test' as BankName)).join()).not.toMatch(/Maria|Lopez/);
    await expect(memory.file.backup(temporaryFile('copy.mneme'))).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('pg_dump') as string,
    });
    const path = temporaryFile('bank.jsonl');
    await memory.care.export(path);
    const { memory: other } = await openTestMemory({ file: temporaryFile() });
    await other.import(path);
    const { memory: again } = await opened(fresh());
    await again.import(path);
    expect(await toldBy(storeOf(again), 'test' as BankName)).toEqual(
      await toldBy(storeOf(other), 'test' as BankName),
    );
    // Asked after that: what was delivered is written down a moment later.
    for (const each of [other, again])
      expect(await found(each, 'train')).toEqual(['The train was late.']);
  });

  it('holds, after any changes, what a file would hold, and answers alike', async () => {
    await expectSameBank(() => openPostgresStore({ address: fresh() }), 4);
  });
});
