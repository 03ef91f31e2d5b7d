import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change, memory } from '../../../../test/contracts/store-changes.js';
import type { BankName } from '../../../domain/ids.js';
import { availableDrivers } from './open-database.js';
import { openSqliteStore } from './sqlite-store.js';

const BANK = 'first' as BankName;
const WASM = 'node-sqlite3-wasm';
const native = availableDrivers().find((driver) => driver !== WASM);

describe('a file that SQLite as WebAssembly has open', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-wasm-'));
    path = join(folder, 'bank.mneme');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const filled = async (driver: typeof WASM | 'better-sqlite3' | 'node:sqlite', at: number) => {
    const store = openSqliteStore({ path, driver });
    await store.ensureBank(BANK, 'e', 1);
    await store.commit(change([memory(at)], { embeddings: [] }));
    return store;
  };

  it('holds what was committed, leaves nothing beside it, and is what a native driver reads', async () => {
    await (await filled(WASM, 1)).close();
    expect(readdirSync(folder)).toEqual(['bank.mneme']);
    if (native !== undefined) await (await filled(native, 2)).close();
    const again = openSqliteStore({ path, driver: WASM });
    expect((await again.bank(BANK))?.sequence).toBe(native === undefined ? 1 : 2);
    await again.close();
  });

  it('belongs to one program: neither a second one nor a native driver gets in', async () => {
    const store = await filled(WASM, 1);
    const codes = [WASM, ...(native === undefined ? [] : [native])].map((driver) => {
      try {
        openSqliteStore({ path, driver: driver as typeof WASM, lockWaitMs: 0 });
        return 'opened';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(new Set(codes)).toEqual(new Set(['locked']));
    await store.commit(change([memory(2)], { embeddings: [] }));
    await store.close();
  });

  it.skipIf(native === undefined)(
    'is not taken from a native driver that has it open',
    async () => {
      const store = await filled(native!, 1);
      expect(() => openSqliteStore({ path, driver: WASM })).toThrow(/Another program has/);
      await store.close();
      await openSqliteStore({ path, driver: WASM }).close();
    },
  );

  it('is free again after its program was killed, with all that was acknowledged', async () => {
    const program = `
      import { openSqliteStore } from './src/adapters/store/sqlite/sqlite-store.js';
      import { change, memory } from './test/contracts/store-changes.js';
      const store = openSqliteStore({ path: process.argv[1], driver: '${WASM}' });
      await store.ensureBank('first', 'e', 1);
      for (let at = 1; ; at++) {
        await store.commit(change([memory(at)], { embeddings: [] }));
        process.stdout.write(at + '\\n');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program, path],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let told = 0;
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        told = Math.max(told, ...String(chunk).trim().split('\n').map(Number));
        if (told >= 5) resolve();
      });
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(existsSync(`${path}.lock`)).toBe(true);
    const store = openSqliteStore({ path, driver: WASM });
    expect((await store.bank(BANK))?.sequence).toBeGreaterThanOrEqual(told);
    const damage = (await store.check()).filter(({ what }) => !what.endsWith('have no vector.'));
    expect(damage).toEqual([]);
    await store.close();
  });

  it('is without a change in whose middle its program was killed, though half of it was on the disk', async () => {
    const store = await filled(WASM, 1);
    await store.close();
    const program = `
      import { openDatabase } from './src/adapters/store/sqlite/open-database.js';
      const database = openDatabase(process.argv[1], false, '${WASM}');
      database.exec('CREATE TABLE filler (text TEXT)');
      database.exec('PRAGMA cache_size = 5');
      database.exec('BEGIN IMMEDIATE');
      database.exec("UPDATE memory SET content = 'half'");
      const put = database.prepare('INSERT INTO filler (text) VALUES (?)');
      for (let at = 0; at < 500; at++) put.run('x'.repeat(1000));
      process.stdout.write('half');
      setInterval(() => undefined, 1000);`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program, path],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    const again = openSqliteStore({ path, driver: WASM });
    expect((await again.get(BANK, [memory(1).id]))[0]?.content).toBe('memory 1');
    await again.close();
  });

  it('is refused by the driver that nobody installed, in words', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        `import { openDatabase } from './src/adapters/store/sqlite/open-database.js';
         try { openDatabase(':memory:', false, 'nothing'); } catch (error) { console.log(error.constructor.name); }`,
      ],
      { encoding: 'utf8' },
    );
    expect([status, stdout.trim()]).toEqual([0, 'MnemeError']);
  });
});
