import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BANK,
  change,
  codeOf,
  id,
  memory,
} from '../../../../../../test/contracts/store-changes.js';
import { describeStore } from '../../../../../../test/contracts/store-contract.js';
import { isOwnFolder, socketFolder } from '../../../config/environment.js';
import type { Store } from '../../../ports/store.js';
import { availableDrivers } from '../sqlite/open-database.js';
import { openSharedStore, type SharedStoreOptions } from './shared-store.js';

const WASM = 'node-sqlite3-wasm';
const native = availableDrivers().find((driver) => driver !== WASM);

const sockets = (): string | null => {
  const folder = socketFolder();
  isOwnFolder(folder);
  return folder;
};

function opened(path: string, options: Partial<SharedStoreOptions> = {}): Promise<Store> {
  return openSharedStore({ path, driver: WASM, sockets, ...options });
}

/** A process that has the file open and commits memories numbered from `first` on; it says each number once it is in. */
function writer(path: string, first: number, count: number): ChildProcess {
  const program = `
    import { openSharedStore } from './packages/core/src/adapters/store/shared/shared-store.js';
    import { isOwnFolder, socketFolder } from './packages/core/src/config/environment.ts';
    import { BANK, change, memory } from './test/contracts/store-changes.js';
    const [path, first, count] = process.argv.slice(1);
    const folder = socketFolder();
    isOwnFolder(folder);
    const store = await openSharedStore({ path, driver: '${WASM}', sockets: () => folder });
    await store.ensureBank(BANK, 'e', 1);
    for (let at = Number(first); at < Number(first) + Number(count); at++) {
      await store.commit(change([memory(at)], { embeddings: [] }));
      process.stdout.write(at + '\\n');
    }
    await store.close();`;
  return spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program, path, `${first}`, `${count}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** The numbers that a process says; \`enough\` is called with each. */
function said(child: ChildProcess, told: (all: readonly number[]) => void = () => undefined) {
  const all: number[] = [];
  return new Promise<readonly number[]>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      all.push(...String(chunk).trim().split('\n').map(Number));
      told(all);
    });
    child.once('close', () => resolve(all));
  });
}

describe('a file that another process of ours keeps', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-shared-'));
    path = join(folder, 'bank.mneme');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = (store: Store, number: number): Promise<number> =>
    store.commit(change([memory(number)], { embeddings: [] }));
  const held = async (store: Store, ...numbers: readonly number[]): Promise<number> =>
    (await store.get(BANK, numbers.map(id))).length;

  it('is written and read by both, and goes on with the second when the first ends', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    const second = await opened(path);
    expect(second.kind).toMatch(/another program keeps open/);
    await put(second, 1);
    await put(first, 2);
    expect(await held(second, 1, 2)).toBe(2);
    await first.close();
    await put(second, 3);
    const third = await opened(path);
    expect(await held(third, 1, 2, 3)).toBe(3);
    await third.close();
    await second.close();
    expect(readdirSync(folder)).toEqual(['bank.mneme']);
    expect(await codeOf(held(second, 1))).toBe('closed');
  });

  it.skipIf(native === undefined)('is reached by a native driver, too', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    const second = await opened(path, { driver: native! });
    await put(second, 1);
    expect(await held(first, 1)).toBe(1);
    await first.close();
    await put(second, 2);
    expect(await held(second, 1, 2)).toBe(2);
    await second.close();
  });

  it.skipIf(native === undefined)(
    'is refused at once where a native driver has it, which shares it by itself',
    async () => {
      const first = await opened(path, { driver: native! });
      await first.ensureBank(BANK, 'e', 1);
      await expect(opened(path)).rejects.toThrow(/Another program has .* open/);
      await first.close();
    },
  );

  it('is one file, by whatever name', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    symlinkSync(folder, `${folder}-link`);
    try {
      const second = await opened(join(`${folder}-link`, 'bank.mneme'));
      await put(second, 1);
      expect(await held(first, 1)).toBe(1);
      await second.close();
    } finally {
      rmSync(`${folder}-link`);
    }
    await first.close();
  });

  it('is only read by who asked to, and never written through one', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    const reader = await opened(path, { readOnly: true });
    expect(reader.readOnly).toBe(true);
    expect(await codeOf(put(reader, 1))).toBe('read_only');
    expect((await reader.ensureBank(BANK, 'e', 1)).name).toBe(BANK);
    expect(await codeOf(reader.ensureBank('new' as typeof BANK, 'e', 1))).toBe('read_only');
    await reader.close();
    await first.close();
    const readers = [
      await opened(path, { readOnly: true }),
      await opened(path, { readOnly: true }),
    ];
    expect(await codeOf(opened(path, { lockWaitMs: 100 }))).toBe('locked');
    // A writer gets in when they are gone.
    const writing = opened(path);
    for (const each of readers) await each.close();
    await put(await writing, 1);
    await (await writing).close();
  });

  it('revises the notes of jobs one after the other, whoever asks', async () => {
    const stores = [await opened(path), await opened(path), await opened(path)];
    await stores[0]!.ensureBank(BANK, 'e', 1);
    const count = (store: Store) =>
      store.reviseJob(BANK, 'count', (before) => ({ n: Number(before?.['n'] ?? 0) + 1 }));
    await Promise.all(Array.from({ length: 30 }, (_, at) => count(stores[at % 3]!)));
    expect(await stores[1]!.job(BANK, 'count')).toEqual({ n: 30 });
    for (const each of [...stores].reverse()) await each.close();
  });

  it('says so where its keeper ends in the middle of what cannot be taken up again', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    await put(first, 1);
    const second = await opened(path);
    const { records } = await second.exportBank(BANK);
    await records.next();
    const loader = await second.loadBank('copy' as typeof BANK, {
      name: 'copy',
      createdAt: 1,
      encoder: 'e',
      sequence: 0,
      settings: {},
    });
    await first.close();
    expect(await codeOf(records.next())).toBe('unavailable');
    expect(await codeOf(loader.put([]))).toBe('unavailable');
    // What was begun there is not left behind, and the rest goes on.
    expect((await second.banks()).map(({ name }) => name)).toEqual([BANK]);
    expect(await held(second, 1)).toBe(1);
    await second.close();
    expect(readdirSync(folder)).toEqual(['bank.mneme']);
  });

  it('is not founded anew where it was removed meanwhile', async () => {
    const first = await opened(path);
    await first.ensureBank(BANK, 'e', 1);
    const second = await opened(path);
    rmSync(path);
    await first.close();
    expect(await codeOf(held(second, 1))).toBe('unavailable');
    expect(existsSync(path)).toBe(false);
    await second.close();
  });

  it('takes what three processes write at once, each change once, though its keeper is killed', async () => {
    const children = [0, 1, 2].map((each) => writer(path, 1_000 * (each + 1), 60));
    let killed: ChildProcess | null = null;
    const told = await Promise.all(
      children.map((child) =>
        said(child, (all) => {
          // The first to write is the keeper.
          if (killed === null && all.length >= 20) {
            killed = child;
            child.kill('SIGKILL');
          }
        }),
      ),
    );
    expect(told.filter((all) => all.length === 60)).toHaveLength(2);
    const store = await opened(path);
    const all = told.flat();
    expect(await held(store, ...all)).toBe(all.length);
    // What the killed one had not yet said may be in; nothing is in twice.
    const changes = await store.since(BANK, 0, 1_000);
    expect(changes.length).toBeLessThanOrEqual(all.length + 1);
    expect(new Set(changes.flatMap(({ memories }) => memories)).size).toBe(changes.length);
    expect((await store.check()).filter(({ what }) => !what.endsWith('have no vector.'))).toEqual(
      [],
    );
    await store.close();
  });
});

describeStore('SQLite as WebAssembly, kept by another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-shared-'));
  const path = join(folder, 'bank.mneme');
  const keeper = await opened(path);
  const store = await opened(path);
  return {
    ...store,
    close: async () => {
      await store.close();
      await keeper.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
