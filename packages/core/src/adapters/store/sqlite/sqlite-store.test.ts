import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change, memory } from '../../../../../../test/contracts/store-changes.js';
import { describeStore } from '../../../../../../test/contracts/store-contract.js';
import type { BankName } from '../../../domain/ids.js';
import { availableDrivers, openDatabase } from './open-database.js';
import { openMemoryStore, openSqliteStore } from './sqlite-store.js';

const BANK = 'first' as BankName;
const drivers = availableDrivers();

for (const driver of ['better-sqlite3', 'node:sqlite', 'node-sqlite3-wasm'] as const) {
  if (drivers.includes(driver))
    describeStore(`SQLite by ${driver}`, () =>
      Promise.resolve(openSqliteStore({ path: ':memory:', driver })),
    );
  else it.skip(`store: SQLite by ${driver} (it does not load on this machine)`, () => undefined);
}

it('refuses a vector that an import brings and no encoder can have made', async () => {
  const from = openMemoryStore();
  await from.ensureBank(BANK, 'test-encoder', 1);
  await from.commit(change([memory(1)]));
  const told = await from.exportBank(BANK);
  const to = openMemoryStore({ fitsSpace: () => false });
  const loader = await to.loadBank(BANK, told.bank);
  const refused: unknown[] = [];
  for await (const page of told.records)
    refused.push(...(await loader.put(page)).map(({ message }) => message));
  expect(refused).toEqual(['vectors: 4 bytes are nothing that test-encoder makes for semantic']);
  await expect(to.get(BANK, [])).rejects.toMatchObject({ code: 'not_found' });
});

describe('a bank file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-store-'));
    path = join(folder, 'bank.mneme');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const codeOf = async (work: () => unknown): Promise<unknown> => {
    try {
      await work();
      return null;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  const filled = async (): Promise<void> => {
    const store = openSqliteStore({ path });
    await store.ensureBank(BANK, 'e', 1);
    await store.commit(change([memory(1)], { embeddings: [] }));
    await store.close();
  };

  it('of a stranger is refused and stays as it was', async () => {
    writeFileSync(path, 'these are notes, not a bank\n'.repeat(300));
    const before = readFileSync(path);
    expect(await codeOf(() => openSqliteStore({ path }))).toBe('not_a_bank');
    expect(readFileSync(path)).toEqual(before);

    const foreign = join(folder, 'foreign.db');
    const database = openDatabase(foreign, false);
    database.exec('CREATE TABLE things (name TEXT)');
    database.close();
    const bytes = readFileSync(foreign);
    expect(await codeOf(() => openSqliteStore({ path: foreign }))).toBe('not_a_bank');
    expect(readFileSync(foreign)).toEqual(bytes);
  });

  it('of a newer version is refused', async () => {
    await filled();
    const database = openDatabase(path, false);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(await codeOf(() => openSqliteStore({ path }))).toBe('newer_version');
  });

  it('opened only to read is read and never written; a missing one is not founded', async () => {
    await filled();
    const store = openSqliteStore({ path, readOnly: true });
    expect(await store.get(BANK, [memory(1).id])).toHaveLength(1);
    expect(await codeOf(() => store.commit(change([memory(2)])))).toBe('read_only');
    await store.close();
    expect(
      await codeOf(() => openSqliteStore({ path: join(folder, 'none.mneme'), readOnly: true })),
    ).toBe('not_found');
    expect(await codeOf(() => openSqliteStore({ path: folder }))).toBe('invalid_input');
  });

  it('below what is no folder, as where there is no home, is refused in a sentence', async () => {
    writeFileSync(path, 'a letter');
    for (const readOnly of [false, true])
      expect(
        await codeOf(() => openSqliteStore({ path: join(path, 'home', 'm.mneme'), readOnly })),
      ).toBe('read_only');
  });

  it('that is full takes nothing half, and goes on when there is room', async () => {
    await filled();
    const store = openSqliteStore({ path, maxPages: Math.ceil(statSync(path).size / 4096) + 4 });
    const large = Array.from({ length: 60 }, (_, at) =>
      memory(at + 10, { content: `${at} ${'x'.repeat(2_000)}` }),
    );
    expect(await codeOf(() => store.commit(change(large)))).toBe('disk_full');
    expect((await store.find(BANK, {}, 100)).items).toHaveLength(1);
    expect(await store.since(BANK, 0, 10)).toHaveLength(1);
    await store.close();
    const roomy = openSqliteStore({ path });
    await roomy.commit(change(large));
    expect((await roomy.find(BANK, {}, 100)).items).toHaveLength(61);
    await roomy.close();
  });

  it('that was cut short is told damaged, or refused', async () => {
    await filled();
    truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096);
    const outcome = await codeOf(async () => {
      const store = openSqliteStore({ path });
      try {
        const problems = await store.check();
        expect(problems.length).toBeGreaterThan(0);
      } finally {
        await store.close();
      }
    });
    expect([null, 'corrupt', 'not_a_bank']).toContain(outcome);
  });

  it('with a damaged table is told damaged, and the other checks tell theirs', async () => {
    await filled();
    const Driver = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => {
      prepare(sql: string): { get(): { rootpage: number } };
      exec(sql: string): void;
      close(): void;
    };
    const raw = new Driver(path);
    raw.exec('UPDATE memory SET terms = NULL');
    raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { rootpage } = raw
      .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'goal'")
      .get();
    raw.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4096, 7), 0, 4096, (rootpage - 1) * 4096);
    closeSync(file);
    const store = openSqliteStore({ path });
    const told = (await store.check()).map(({ what }) => what).join(' ');
    await store.close();
    expect(told).toMatch(/could not read the file/);
    expect(told).toMatch(/missing from the full-text index/);
  });

  it('held by another process is waited for, then told locked with nothing written', async () => {
    await filled();
    const holder = `const D = require(process.argv[1]); const d = new D(process.argv[2]); d.exec('BEGIN IMMEDIATE'); process.stdout.write('held'); setTimeout(() => { d.exec('COMMIT'); }, Number(process.argv[3]));`;
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const hold = async (forMs: number): Promise<ReturnType<typeof spawn>> => {
      const child = spawn(process.execPath, ['-e', holder, driver, path, String(forMs)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      return child;
    };
    const ended = (child: ReturnType<typeof spawn>): Promise<unknown> =>
      child.exitCode === null
        ? new Promise((resolve) => child.once('exit', resolve))
        : Promise.resolve();
    const store = openSqliteStore({ path, lockWaitMs: 200 });
    const long = await hold(1_500);
    expect(await codeOf(() => store.commit(change([memory(2)])))).toBe('locked');
    await ended(long);
    expect(await store.since(BANK, 0, 10)).toHaveLength(1);
    await store.close();

    const patient = openSqliteStore({ path, lockWaitMs: 20_000 });
    const short = await hold(300);
    await patient.commit(change([memory(2)]));
    expect(await patient.get(BANK, [memory(2).id])).toHaveLength(1);
    await ended(short);
    await patient.close();
  });

  it('shows each commit of one process to another at once, and can be founded by two at the same time', async () => {
    const stores = [openSqliteStore({ path }), openSqliteStore({ path })] as const;
    await Promise.all(stores.map((store) => store.ensureBank(BANK, 'e', 1)));
    for (let number = 1; number <= 20; number++) {
      const [writer, reader] = number % 2 === 0 ? stores : [stores[1], stores[0]];
      await writer.commit(change([memory(number)]));
      expect(await reader.get(BANK, [memory(number).id])).toHaveLength(1);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  it('tells of damage that was done by hand, and mends what is derived', async () => {
    await filled();
    const database = openDatabase(path, false);
    database.exec('DELETE FROM memory_text');
    database.close();
    const store = openSqliteStore({ path });
    expect((await store.check()).map(({ what }) => what).join(' ')).toMatch(/no vector/);
    await store.rebuild();
    expect(await store.search.lexical(BANK, 'memory', {}, 5)).toHaveLength(1);
    await store.close();
  });
});
