/** Banks that go from a file to a server and back, stopped on the way, and proved to have arrived. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../../packages/mneme/src/open.js';
import { openPlace } from '../../packages/core/src/open-store.js';
import { migrate } from '../../packages/mneme/src/migrate.js';
import type { BankName } from '../../packages/core/src/domain/ids.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import { toldBy } from '../contracts/told-by.js';
import { temporaryFile } from '../support/open-test-memory.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';
import { found } from '../support/same-bank.js';

const BANKS = ['default', 'work'] as const;

async function filled(): Promise<string> {
  const file = temporaryFile('source.mneme');
  const memory = await openMemory({ file, bank: 'default' });
  await memory.remember('Tom lives in Bern.');
  await memory.remember('Tom moved to Lyon in March.');
  const { id } = await memory.remember('The kettle is blue.');
  const { reversal } = await memory.forget([id], 'it is not');
  await memory.undo(reversal ?? '');
  await memory
    .bank('work')
    .rememberAll(
      Array.from({ length: 30 }, (_, at) => `Ticket ${at} is about the heron on pier ${at % 7}.`),
    );
  await memory.recall('Where does Tom live?');
  await memory.bank('work').recall('Which ticket is about pier 3?');
  await memory.close();
  return file;
}

async function toldAt(place: string, bank: string): Promise<readonly string[]> {
  const store = await openPlace(place, { readOnly: true, openServer });
  try {
    const told = await toldBy(store, bank as BankName);
    // A file counts changes over all its banks.
    return told.map((line) =>
      line.replace(/"(created|changed|sequence|taken|reverts)":\d+/g, '$1'),
    );
  } finally {
    await store.close();
  }
}

describe.skipIf(postgresPrograms() === null)('migrating between a file and a server', () => {
  let server: PostgresServer;
  let schemas = 0;
  const fresh = (): string => `${server.address}?schema=m${++schemas}&pool=4`;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  it('carries every bank over and back, equal by number, sum and answers', async () => {
    const [file, address, back] = [await filled(), fresh(), temporaryFile('back.mneme')];
    const there = await migrate({ from: file, to: address });
    expect(
      there.banks.map(({ bank, asked, alike }) => [bank, alike === asked && asked > 0]),
    ).toEqual(BANKS.map((bank) => [bank, true]));
    await migrate({ from: address, to: back });
    for (const bank of BANKS) {
      expect(await toldAt(address, bank)).toEqual(await toldAt(file, bank));
      expect(await toldAt(back, bank)).toEqual(await toldAt(file, bank));
    }
    const memory = await openMemory({ store: address, bank: 'default' });
    expect((await found(memory, 'Where does Tom live?'))[0]).toBe('Tom moved to Lyon in March.');
    await memory.remember('Tom bakes rye bread.');
    await memory.close();
    await expect(migrate({ from: file, to: address })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('goes on after it was stopped, wherever that was, and leaves nothing half', async () => {
    const [file, address] = [await filled(), fresh()];
    for (let stop = 1; stop <= 6; stop++) {
      const stopping = new AbortController();
      let pages = 0;
      const run = migrate({
        from: file,
        to: address,
        signal: stopping.signal,
        onProgress: () => ++pages === stop && stopping.abort(),
      });
      await run.catch(() => undefined);
      const store = await openPlace(address, { readOnly: true, openServer });
      for (const { name } of await store.banks())
        expect(await toldAt(address, name)).toEqual(await toldAt(file, name));
      await store.close();
    }
    const done = await migrate({ from: file, to: address });
    expect(done.banks.map(({ bank }) => bank)).toEqual([...BANKS]);
    for (const bank of BANKS) expect(await toldAt(address, bank)).toEqual(await toldAt(file, bank));
  });

  it('refuses itself, a source that is not there, and a bank that is not in it', async () => {
    const file = await filled();
    await expect(migrate({ from: file, to: file })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(migrate({ from: temporaryFile('none.mneme'), to: fresh() })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
    await expect(migrate({ from: file, to: fresh(), banks: ['nobody'] })).rejects.toMatchObject({
      code: 'not_found',
      hint: expect.stringContaining('work') as string,
    });
  });
});
