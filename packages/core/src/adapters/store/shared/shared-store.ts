import { existsSync, realpathSync } from 'node:fs';
import type { Change } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Store } from '../../../ports/store.js';
import type { SqliteStoreOptions } from '../sqlite/connect.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { FileServer } from './file-server.js';
import {
  findCommitted,
  interrupted,
  RemoteStoreCalls,
  ServerClosedError,
  ServerConnection,
  type StoreCalls,
} from './server-connection.js';
import { callOf, PROTOCOL, storeOf, STREAMS } from './messages.js';

const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
const LOCK_WAIT_MS = 10_000;
/** Calls that are not retried when a server ends during them: their caller must see what the first attempt left. */
const NOT_RETRIED: ReadonlySet<string> = new Set(['copyTo', 'exportBank', 'loadBank', 'forkBank']);

export interface SharedStoreOptions extends SqliteStoreOptions {
  /**
   * This user's folder for sockets; null for Windows pipes, false if no safe folder exists. Called when a file has to
   * be shared.
   */
  readonly sockets: () => string | null | false;
}

/**
 * Opens a bank file as {@link openSqliteStore} does. SQLite as WebAssembly lets only one process open a file: that
 * process serves it to the others over a socket, and one of them opens the file when it ends. Errors: those of {@link
 * openSqliteStore}; `locked` if the holder does not share the file within `lockWaitMs`.
 */
export async function openSharedStore(options: SharedStoreOptions): Promise<Store> {
  if (options.path === ':memory:') return openSqliteStore(options);
  const reached = await openOrConnect(options);
  if (reached instanceof LocalStoreCalls) return reached.store;
  const follower = new FailoverStore(options, reached);
  return storeOf(
    {
      kind: reached.kind,
      file: options.path,
      readOnly: reached.readOnly,
      close: () => follower.close(),
    },
    (call, args) => (STREAMS.has(call) ? follower.pages(call, args) : follower.answer(call, args)),
  );
}

/** The file is open in this process, and served to others if they cannot open it. */
class LocalStoreCalls implements StoreCalls {
  readonly store: Store;
  readonly kind: string;
  readonly readOnly: boolean;

  constructor(opened: Store, keeper: FileServer | null) {
    this.kind = opened.kind;
    this.readOnly = opened.readOnly;
    let closing: Promise<void> | null = null;
    const close = async (): Promise<void> => {
      await keeper?.close();
      await opened.close();
    };
    this.store = { ...opened, close: () => (closing ??= close()) };
  }

  async answer(call: string, args: readonly unknown[]): Promise<unknown> {
    return callOf(this.store, call)(...args);
  }

  pages(call: string, args: readonly unknown[]): AsyncIterable<unknown> {
    return callOf(this.store, call)(...args) as AsyncIterable<unknown>;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

async function openAndServe({ sockets, ...options }: SharedStoreOptions): Promise<LocalStoreCalls> {
  const opened = openSqliteStore(options);
  const folder = opened.kind.endsWith('node-sqlite3-wasm') && sockets();
  if (folder === false) return new LocalStoreCalls(opened, null);
  const keeper = await FileServer.listen(opened, {
    file: realpathSync(options.path),
    folder,
    askedToRead: options.readOnly === true,
  });
  return new LocalStoreCalls(opened, keeper);
}

/** Opens the file, or connects to its server. */
async function openOrConnect(options: SharedStoreOptions): Promise<StoreCalls> {
  const { path, readOnly = false, lockWaitMs = LOCK_WAIT_MS } = options;
  const deadline = performance.now() + lockWaitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await openAndServe(options);
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'locked')) throw error;
      const left = deadline - performance.now();
      const line = await ServerConnection.reach(
        realpathSync(path),
        Math.max(left, LONGEST_PAUSE_MS),
      );
      if (line !== null && fits(line, readOnly)) return new RemoteStoreCalls(line, path, readOnly);
      line?.close();
      // A shared-memory file belongs to a native driver, which never serves it.
      if (left <= 0 || existsSync(`${path}-shm`)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** A server opened read-only does not fit a client that writes, unless the file itself is read-only. */
function fits({ welcome }: ServerConnection, readOnly: boolean): boolean {
  return welcome.protocol === PROTOCOL && (readOnly || !welcome.askedToRead);
}

/** A store served by another process. When that ends, this one opens the file, or finds the new server. */
class FailoverStore {
  #reached: Promise<StoreCalls> | null;
  #closed = false;

  constructor(
    private readonly options: SharedStoreOptions,
    first: StoreCalls,
  ) {
    this.#reached = Promise.resolve(first);
  }

  async answer(call: string, args: readonly unknown[]): Promise<unknown> {
    for (;;) {
      const reached = await this.#reach();
      try {
        return await reached.answer(call, args);
      } catch (error) {
        if (!(error instanceof ServerClosedError)) throw error;
        await this.#leave(reached);
        if (NOT_RETRIED.has(call)) throw interrupted(this.options.path);
        const number =
          call === 'commit' ? await findCommitted(args[0] as Change, await this.#reach()) : null;
        if (number !== null) return number;
      }
    }
  }

  async *pages(call: string, args: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
    for (let begun = false; ;) {
      const reached = await this.#reach();
      try {
        for await (const page of reached.pages(call, args)) {
          begun = true;
          yield page;
        }
        return;
      } catch (error) {
        if (!(error instanceof ServerClosedError)) throw error;
        await this.#leave(reached);
        if (begun) throw interrupted(this.options.path);
      }
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await (await this.#reached?.catch(() => null))?.close();
  }

  #reach(): Promise<StoreCalls> {
    if (this.#closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Open it again with openMemory().',
      });
    this.#reached ??= this.#again();
    return this.#reached;
  }

  async #again(): Promise<StoreCalls> {
    const { path } = this.options;
    try {
      // Never create a new file in place of one that was removed.
      if (!existsSync(path))
        throw new MnemeError('unavailable', `${path} was removed while it was open.`, {
          field: 'file',
          value: path,
          hint: 'Put it back, or a backup with `mneme backup restore`, and try again.',
        });
      return await openOrConnect(this.options);
    } catch (error) {
      this.#reached = null;
      throw error;
    }
  }

  async #leave(gone: StoreCalls): Promise<void> {
    const now = await this.#reached?.catch(() => null);
    if (now === gone) this.#reached = null;
  }
}
