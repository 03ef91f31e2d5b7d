/** Each step of what opens files fails in turn: nothing stays open, nothing half-made stays behind, and what is asked next works. */
import type * as crypto from 'node:crypto';
import type * as fs from 'node:fs';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../packages/postgres/src/postgres-store.js';
import { openSqliteStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { MnemeError, restoreBackup, type Mneme } from '../../packages/mneme/src/index.js';
import { migrate } from '../../packages/mneme/src/migrate.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';

vi.setConfig({ testTimeout: 120_000 });

type Scrypt = [
  passphrase: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  bytes: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
];

/** More than an import writes at once, which is 256. */
const MEMORIES = 260;

/** Counts the steps that are taken, and lets one of them fail. */
const steps = vi.hoisted(() => {
  // What tests before this one loaded goes round the system calls that fail here.
  vi.resetModules();
  const state = { armed: false, count: 0, failing: 0, name: '' };
  return {
    state,
    // Cleaning up and letting go are no steps: what cannot be closed stays open.
    waited: ['open', 'rename', 'stat', 'chmod', 'readdir', 'realpath'] as const,
    blocking: ['openSync', 'fsyncSync', 'fchmodSync', 'readSync', 'mkdirSync'] as const,
    take: (name: string): void => {
      if (!state.armed) return;
      state.count++;
      if (state.count !== state.failing) return;
      state.name = name;
      throw Object.assign(new Error('EIO: i/o error, made to fail'), {
        code: 'EIO',
        errno: -5,
        syscall: name,
      });
    },
  };
});

vi.mock('node:fs/promises', async (actual) => {
  const real = await actual<typeof promises>();
  const stepped = Object.fromEntries(
    steps.waited.map((name) => [
      name,
      async (...given: never[]): Promise<unknown> => {
        steps.take(name);
        const result: unknown = await (real[name] as (...given: never[]) => unknown)(...given);
        return name === 'open' ? handleOf(result as promises.FileHandle) : result;
      },
    ]),
  );
  return { ...real, ...stepped };
});
vi.mock('node:fs', async (actual) => {
  const real = await actual<typeof fs>();
  const stepped = Object.fromEntries(
    steps.blocking.map((name) => [
      name,
      (...given: never[]): unknown => {
        steps.take(name);
        return (real[name] as (...given: never[]) => unknown)(...given);
      },
    ]),
  );
  return { ...real, ...stepped };
});

// The key of a sealed file is made anew for each step: nothing is guarded here, so it may cost little.
vi.mock('node:crypto', async (actual) => {
  const real = await actual<typeof crypto>();
  const scrypt = (...[passphrase, salt, bytes, options, done]: Scrypt): void =>
    real.scrypt(passphrase, salt, bytes, { ...options, N: 2 }, done);
  return { ...real, scrypt };
});

function handleOf(handle: promises.FileHandle): promises.FileHandle {
  for (const name of ['write', 'sync'] as const) {
    const real = handle[name].bind(handle) as (...given: unknown[]) => unknown;
    Object.assign(handle, {
      [name]: async (...given: unknown[]) => {
        steps.take(`handle.${name}`);
        return real(...given);
      },
    });
  }
  return handle;
}

const STORE_STEPS = [
  ...['exportBank', 'loadBank', 'forkBank', 'copyTo', 'commit', 'bank', 'banks', 'ensureBank'],
  ...['get', 'find', 'missing', 'indexRows', 'edges', 'codes'],
] as const;

/** A store each call of which is a step; so is each page that it gives and each batch that it takes. */
function stepped(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      const call = found.bind(target) as (...given: unknown[]) => unknown;
      if (!STORE_STEPS.includes(name as never)) return call;
      return (...given: unknown[]) => {
        steps.take(`store.${String(name)}`);
        const result = call(...given);
        if (name !== 'loadBank' && name !== 'exportBank') return result;
        return (result as Promise<object>).then((made) => steppedParts(made));
      };
    },
  });
}

function steppedParts(made: object): object {
  const parts = { ...made } as Record<string, unknown>;
  for (const name of ['put', 'finish'])
    if (typeof parts[name] === 'function') {
      const real = parts[name] as (...given: unknown[]) => unknown;
      parts[name] = async (...given: unknown[]) => {
        steps.take(name);
        return real(...given);
      };
    }
  return parts;
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;

/** What remains of `work` for each step that fails, until none does. */
async function failEach(
  work: (round: number) => Promise<unknown>,
  left: () => unknown,
): Promise<number> {
  await work(0);
  const before = [descriptors(), left()];
  for (let failing = 1; ; failing++) {
    Object.assign(steps.state, { armed: true, count: 0, failing, name: '' });
    const error: unknown = await work(failing).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const failed = steps.state.count >= failing;
    steps.state.armed = false;
    if (!failed) return failing - 1;
    const what = `step ${failing}, ${steps.state.name}`;
    // Some steps can be done without; the others are told in our words.
    if (error !== null) expect([what, MnemeError.is(error) || isOurs(error)]).toEqual([what, true]);
    // A stream that was destroyed is closed a little later.
    for (let turn = 0; turn < 100 && descriptors() > (before[0] as number); turn++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    // Fewer are open where a test before this one closed the last of its own meanwhile.
    const open = Math.max(descriptors(), before[0] as number);
    expect([what, open, left()]).toEqual([what, ...before]);
  }
}

/** Thrown by the store itself, which is its own to say. */
const isOurs = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException).syscall).startsWith('store.') ||
  ['put', 'finish'].includes(String((error as NodeJS.ErrnoException).syscall));

afterEach(() => Object.assign(steps.state, { armed: false }));

const PASSPHRASE = 'four words are enough';

/** A file with memories, made once: each test on a file has a copy of its own. */
let made: Buffer | undefined;

async function fill(memory: Mneme): Promise<void> {
  await memory.rememberAll(
    Array.from({ length: MEMORIES }, (_, at) => `Heron ${at} stands at pond ${at % 7}.`),
  );
}

interface Filled {
  readonly memory: Mneme;
  readonly file: string;
  readonly folder: string;
}

async function opened(file: string, store: Store): Promise<Filled> {
  const { memory } = await openTestMemory({ store: stepped(store), passphrase: PASSPHRASE });
  return { memory, file, folder: dirname(file) };
}

async function filled(): Promise<Filled> {
  const file = temporaryFile();
  if (made === undefined) {
    const { memory } = await opened(file, openSqliteStore({ path: file }));
    await fill(memory);
    await memory.close();
    made = readFileSync(file);
  } else writeFileSync(file, made, { mode: 0o600 });
  return opened(file, openSqliteStore({ path: file }));
}

const WRITTEN = [
  ['plain', false],
  ['sealed', true],
] as const;

describe.skipIf(process.platform !== 'linux')('each step that fails', () => {
  it.each(WRITTEN)('of an export, %s, and the log is emptied afterwards', async (_, encrypt) => {
    const { memory, file, folder } = await filled();
    const to = join(folder, 'export.jsonl');
    const made = async (): Promise<void> => {
      await memory.care.export(to, { overwrite: true, encrypt });
    };
    expect(await failEach(made, () => readdirSync(folder).sort())).toBeGreaterThan(5);
    await memory.remember('One more.');
    await memory.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it.each(WRITTEN)('of a backup, %s', async (_, encrypt) => {
    const { memory, folder } = await filled();
    const to = join(folder, 'copy.backup');
    const made = () => memory.file.backup(to, { overwrite: true, encrypt });
    expect(await failEach(made, () => readdirSync(folder).sort())).toBeGreaterThan(5);
  });

  it.each(WRITTEN)('of a restore, %s', async (_, encrypt) => {
    const { memory, folder } = await filled();
    const [copy, to] = [join(folder, 'copy.backup'), join(folder, 'again.mneme')];
    await memory.file.backup(copy, { encrypt });
    const made = () => restoreBackup(copy, { file: to, overwrite: true, passphrase: PASSPHRASE });
    expect(await failEach(made, () => readdirSync(folder).sort())).toBeGreaterThan(5);
  });

  it.each(WRITTEN)('of an import of an export, %s, and of texts', async (_, encrypt) => {
    const { memory, folder } = await filled();
    const [exported, text] = [join(folder, 'export.jsonl'), join(folder, 'notes.txt')];
    await memory.care.export(exported, { encrypt });
    writeFileSync(text, 'The heron stands at the pond.\n\nThe otter sleeps in the reeds.\n');
    const left = () => readdirSync(folder).sort();
    const whole = (round: number) => memory.bank(`whole-${round}`).import(exported);
    expect(await failEach(whole, left)).toBeGreaterThan(5);
    const texts = (round: number) => memory.bank(`texts-${round}`).import(text);
    expect(await failEach(texts, left)).toBeGreaterThan(2);
    const banks = await memory.file.banks();
    expect(banks.filter(({ name }) => !/^(?:test|whole-\d+|texts-\d+)$/.test(name))).toEqual([]);
  });

  it('of an import that is refused after its first piece', async () => {
    const { memory, folder } = await filled();
    const odd = join(folder, 'odd.txt');
    const before = descriptors();
    const refused = [
      ['a\0b'.repeat(60_000), undefined],
      [`{"type":"mneme-export","version":99}\n${'x'.repeat(200_000)}`, 'mneme' as const],
      ['x'.repeat(200_000), 'mneme' as const],
    ] as const;
    for (const [text, format] of refused) {
      writeFileSync(odd, text);
      for (let turn = 0; turn < 20; turn++)
        await expect(
          memory.import(odd, format === undefined ? {} : { format }),
        ).rejects.toMatchObject({ code: expect.any(String) as string });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(descriptors()).toBe(before);
  });

  it('of a branch, its comparison and its merge', async () => {
    const { memory, folder } = await filled();
    const made = async (round: number): Promise<void> => {
      await memory.branching.make(`trial-${round}`);
      await memory.branching.merge({ branch: `trial-${round}`, preview: true });
      await memory.branching.merge({ branch: `trial-${round}` });
    };
    expect(await failEach(made, () => readdirSync(folder).sort())).toBeGreaterThan(5);
  });

  it('of moving banks from one file into another', async () => {
    const { memory, file, folder } = await filled();
    await memory.close();
    const to = join(folder, 'moved.mneme');
    const moved = async (): Promise<void> => {
      for (const part of ['', '-wal', '-shm']) rmSync(to + part, { force: true });
      await migrate({ from: file, to });
    };
    expect(await failEach(moved, () => null)).toBeGreaterThan(0);
  });

  it('of twenty exports onto what is there keeps no snapshot', async () => {
    const { memory, file, folder } = await filled();
    const to = join(folder, 'taken.jsonl');
    await memory.care.export(to);
    const before = descriptors();
    rmSync(to);
    // Its folder is a file once the export has begun.
    for (let turn = 0; turn < 20; turn++) {
      Object.assign(steps.state, { armed: true, count: 0, failing: 3 + (turn % 6), name: '' });
      await memory.care.export(to, { overwrite: true }).catch(() => undefined);
      steps.state.armed = false;
    }
    expect(descriptors()).toBe(before);
    await memory.rememberAll(Array.from({ length: 50 }, (_, at) => `Otter ${at} sleeps.`));
    await memory.close();
    expect(statSync(file).size).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform !== 'linux' || postgresPrograms() === null)(
  'each step that fails of a store on a server',
  () => {
    let server: PostgresServer;
    let schemas = 0;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server.stop());

    const onServer = async (): Promise<Filled> => {
      const address = `${server.address}?schema=s${++schemas}&pool=2`;
      const scene = await opened(temporaryFile(), await openPostgresStore({ address }));
      await fill(scene.memory);
      return scene;
    };
    const outcomes = async (memory: Mneme): Promise<void> => {
      expect((await memory.care.doctor()).problems).toEqual([]);
      expect((await memory.care.stats()).memories).toBe(MEMORIES);
      await memory.close();
    };

    it.each(WRITTEN)('of an export and an import, %s', async (_, encrypt) => {
      const { memory, folder } = await onServer();
      const [to, odd] = [join(folder, 'export.jsonl'), join(folder, 'notes.txt')];
      writeFileSync(odd, 'The heron stands at the pond.\n\nThe otter sleeps in the reeds.\n');
      const left = () => readdirSync(folder).sort();
      const made = () => memory.care.export(to, { overwrite: true, encrypt });
      expect(await failEach(made, left)).toBeGreaterThan(5);
      const whole = (round: number) => memory.bank(`whole-${round}`).import(to);
      expect(await failEach(whole, left)).toBeGreaterThan(5);
      const texts = (round: number) => memory.bank(`texts-${round}`).import(odd);
      expect(await failEach(texts, left)).toBeGreaterThan(2);
      const banks = await memory.file.banks();
      expect(banks.filter(({ name }) => !/^(?:test|whole-\d+|texts-\d+)$/.test(name))).toEqual([]);
      await outcomes(memory);
    });

    it.each(WRITTEN)('of a backup that is not to be had, %s', async (_, encrypt) => {
      const { memory, folder } = await onServer();
      const before = [descriptors(), readdirSync(folder)];
      const made = memory.file.backup(join(folder, 'copy.backup'), { encrypt });
      await expect(made).rejects.toMatchObject({ code: 'unavailable' });
      expect([descriptors(), readdirSync(folder)]).toEqual(before);
      await outcomes(memory);
    });

    it('of a branch, its comparison and its merge', async () => {
      const { memory, folder } = await onServer();
      const made = async (round: number): Promise<void> => {
        await memory.branching.make(`trial-${round}`);
        await memory.branching.merge({ branch: `trial-${round}`, preview: true });
        await memory.branching.merge({ branch: `trial-${round}` });
      };
      expect(await failEach(made, () => readdirSync(folder).sort())).toBeGreaterThan(5);
      await outcomes(memory);
    });
  },
);
