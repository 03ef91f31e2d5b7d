import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change, memory } from '../../../../../../test/contracts/store-changes.js';
import type { BankName } from '../../../domain/ids.js';
import { availableDrivers, type DriverName } from './open-database.js';
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

  const filled = async (driver: DriverName, at: number) => {
    const store = openSqliteStore({ path, driver });
    await store.ensureBank(BANK, 'e', 1);
    await store.commit(change([memory(at)], { embeddings: [] }));
    return store;
  };

  const refusal = (name: string, driver: typeof WASM): string => {
    try {
      void openSqliteStore({ path: name, driver, lockWaitMs: 0 }).close();
      return 'opened';
    } catch (error) {
      return (error as { code: string }).code;
    }
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
    const codes = [WASM, ...(native === undefined ? [] : [native])].map((driver) =>
      refusal(path, driver as typeof WASM),
    );
    expect(new Set(codes)).toEqual(new Set(['locked']));
    await store.commit(change([memory(2)], { embeddings: [] }));
    await store.close();
  });

  describe('by another of its names', () => {
    const links: readonly (readonly [string, (name: string) => string])[] = [
      ['a symbolic link', (name) => (symlinkSync(path, name), name)],
      [
        'a link to a link',
        (name) => (symlinkSync(path, `${name}1`), symlinkSync(`${name}1`, name), name),
      ],
      ['a relative link', (name) => (symlinkSync('bank.mneme', name), name)],
      ['a link to its folder', (name) => (symlinkSync(folder, name), join(name, 'bank.mneme'))],
      ['a way round', () => join(folder, '..', basename(folder), '.', 'bank.mneme')],
      ['a hard link', (name) => (linkSync(path, name), name)],
    ];
    const drivers = [WASM, ...(native === undefined ? [] : [native])] as const;
    const cases = links.flatMap(([what, named]) =>
      drivers.flatMap((first) => drivers.map((second) => [what, first, second, named] as const)),
    );

    it.each(cases.filter(([, first, second]) => first === WASM || second === WASM))(
      'is neither opened nor lost through %s, by %s and then %s',
      async (_what, first, second, named) => {
        const store = await filled(first as typeof WASM, 1);
        const name = named(join(folder, 'other.mneme'));
        expect(refusal(name, second as typeof WASM)).toMatch(/^(?:locked|invalid_input)$/);
        await store.commit(change([memory(2)], { embeddings: [] }));
        await store.close();
        rmSync(join(folder, 'other.mneme'), { force: true });
        const again = openSqliteStore({ path });
        expect((await again.bank(BANK))?.sequence).toBe(2);
        await again.close();
      },
    );

    it.each(drivers)(
      'has one log: a file of two names is opened by neither, by %s',
      async (driver) => {
        await (await filled(driver as typeof WASM, 1)).close();
        const name = join(folder, 'hard.mneme');
        linkSync(path, name);
        for (const each of [path, name])
          expect(refusal(each, driver as typeof WASM)).toBe('invalid_input');
        rmSync(name);
        await openSqliteStore({ path, driver: driver as typeof WASM }).close();
      },
    );

    it('is opened through a symbolic link with what an interrupted change left beside it', async () => {
      const name = join(folder, 'other.mneme');
      symlinkSync(path, name);
      const store = openSqliteStore({ path: name, driver: WASM });
      await store.ensureBank(BANK, 'e', 1);
      expect(readdirSync(folder).filter((each) => each.startsWith('other'))).toEqual([
        'other.mneme',
      ]);
      await store.close();
    });
  });

  it.each([
    ['a process that is gone', () => [`999999999~~${hostname()}`]],
    ['a process whose number another one has now', () => [`${process.ppid}~1~${hostname()}`]],
    ['one that died taking it', () => []],
  ])('is taken from %s', async (_whom, held) => {
    await (await filled(WASM, 1)).close();
    mkdirSync(`${path}.lock`);
    mkdirSync(`${path}.held-by`);
    for (const each of held()) mkdirSync(join(`${path}.held-by`, each));
    const store = openSqliteStore({ path, driver: WASM });
    expect((await store.bank(BANK))?.sequence).toBe(1);
    await store.close();
    expect(readdirSync(folder)).toEqual(['bank.mneme']);
  });

  it('is not taken from another machine, nor from a program that locks as the driver does', async () => {
    await (await filled(WASM, 1)).close();
    mkdirSync(`${path}.lock`);
    expect(refusal(path, WASM)).toBe('locked');
    mkdirSync(join(`${path}.held-by`, '999999999~~elsewhere'), { recursive: true });
    expect(refusal(path, WASM)).toBe('locked');
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  it('is held by one of many that begin at once, after one that was killed', async () => {
    await (await filled(WASM, 1)).close();
    mkdirSync(join(`${path}.held-by`, `999999999~~${hostname()}`), { recursive: true });
    mkdirSync(`${path}.lock`);
    const program = `
      import { openSqliteStore } from './packages/core/src/adapters/store/sqlite/sqlite-store.js';
      const until = Number(process.argv[2]);
      while (Date.now() < until);
      let said = 'opened';
      try { openSqliteStore({ path: process.argv[1], driver: '${WASM}' }); } catch (error) { said = error.code; }
      process.stdout.write(said);
      process.stdin.resume();`;
    const at = String(Date.now() + 4_000);
    const children = Array.from({ length: 4 }, () =>
      spawn(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program, path, at],
        {
          stdio: ['pipe', 'pipe', 'inherit'],
        },
      ),
    );
    const said = await Promise.all(
      children.map(
        (child) =>
          new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))),
      ),
    );
    const gone = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
    expect(said.sort()).toEqual(['locked', 'locked', 'locked', 'opened']);
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
      import { openSqliteStore } from './packages/core/src/adapters/store/sqlite/sqlite-store.js';
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
      import { openDatabase } from './packages/core/src/adapters/store/sqlite/open-database.js';
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
        `import { openDatabase } from './packages/core/src/adapters/store/sqlite/open-database.js';
         try { openDatabase(':memory:', false, 'nothing'); } catch (error) { console.log(error.constructor.name); }`,
      ],
      { encoding: 'utf8' },
    );
    expect([status, stdout.trim()]).toEqual([0, 'MnemeError']);
  });
});
