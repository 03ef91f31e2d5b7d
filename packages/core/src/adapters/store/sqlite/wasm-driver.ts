import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { hostname } from 'node:os';
import type { RawDatabase, SqliteStatement, SqliteValue } from './sqlite-database.js';
import { MnemeError } from '../../../domain/errors.js';

/** The process that holds a file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

interface Entry extends Holder {
  /** The name of the holder's file in the lock folder. */
  readonly name: string;
  /** When the process started, in the system's ticks; empty if unavailable. */
  readonly started: string;
}

const HELD = '.held-by';
/** Each failed attempt found a lock that another process had just acquired or released. */
const TRIES = 20;

/**
 * Locks a file for one process. The lock is a folder `FILE.held-by` with one file, named after its holder: complete
 * when renamed into place, which the system refuses while a non-empty folder is there; taken over from a dead process
 * by deleting that very file. So of any number of processes that try at once, one succeeds, and nobody deletes the
 * lock of a living one.
 */
class FileLock {
  private constructor(
    private readonly folder: string,
    private readonly own: string,
    /** Whether the previous holder died holding the lock. */
    readonly inherited: boolean,
  ) {}

  /**
   * `path` is the file's real path. Throws `locked` while this or another process holds it, and `read_only` if no
   * lock can be created next to it.
   */
  static take(path: string): FileLock {
    const folder = path + HELD;
    const own = [process.pid, startOf(process.pid), encodeURIComponent(hostname())].join('~');
    let built = '';
    let inherited = false;
    try {
      built = mkdtempSync(`${folder}.`);
      mkdirSync(`${built}/${own}`);
      for (let left = TRIES; left > 0; left--) {
        const before = entries(folder);
        const living = before?.find(isRunning);
        if (living !== undefined) throw heldBy(path, living);
        inherited ||= before !== null;
        for (const { name } of before ?? [])
          rmSync(`${folder}/${name}`, { recursive: true, force: true });
        if (moved(built, folder)) return new FileLock(folder, own, inherited);
      }
      throw heldBy(path, null);
    } catch (error) {
      throw refusal(path, error);
    } finally {
      if (built !== '') rmSync(built, { recursive: true, force: true });
    }
  }

  release(): void {
    rmSync(`${this.folder}/${this.own}`, { recursive: true, force: true });
    removeEmpty(this.folder);
  }
}

/** The living process that holds a file; null if there is none. */
function holderOf(path: string): Holder | null {
  return entries(path + HELD)?.find(isRunning) ?? null;
}

function heldBy(path: string, holder: Holder | null): MnemeError {
  const by =
    holder === null
      ? 'another process'
      : `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`;
  const elsewhere =
    holder === null || holder.host === hostname()
      ? ''
      : ` If ${holder.host} is gone, delete ${path}${HELD}.`;
  return new MnemeError('locked', `${path} is held by ${by}, which shares it with nobody.`, {
    field: 'file',
    value: path,
    hint: `Close that program. Programs share a file where each runs on Node 22.5 or later, or has better-sqlite3 installed.${elsewhere}`,
  });
}

/** Null if there is no lock; empty if a process died while acquiring it. */
function entries(folder: string): Entry[] | null {
  try {
    return readdirSync(folder).map((name) => {
      const [pid, started = '', host = ''] = name.split('~');
      return { name, pid: Number(pid), started, host: decodeURIComponent(host) };
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether processes of another machine run is unknown: assume they do. */
function isRunning({ pid, started, host }: Entry): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // Process ids are reused: after a restart of a container, always for the same program.
  const now = startOf(pid);
  return started === '' || now === '' || started === now;
}

/** Field 22 of `/proc/PID/stat` (20 after the name): the process's start, in ticks since boot. */
function startOf(pid: number): string {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Renames onto nothing or an empty folder, which is removed first, as Windows requires. */
function moved(from: string, to: string): boolean {
  removeEmpty(to);
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && entries(to) !== null))
      return false;
    throw error;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

function refusal(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return error;
  return new MnemeError('read_only', `No lock can be made beside ${path}.`, {
    field: 'file',
    value: path,
    hint: 'Make its folder writable: SQLite runs here as WebAssembly, which reads a file only while it holds it.',
    cause: error,
  });
}

/** What we use of node-sqlite3-wasm: a statement's values are one list, and a missing row is null. */
interface WasmDatabase {
  prepare(sql: string): WasmStatement;
  exec(sql: string): void;
  close(): void;
}

interface WasmStatement {
  run(values: readonly SqliteValue[]): unknown;
  all(values: readonly SqliteValue[]): unknown[];
  finalize(): void;
}

export type WasmDatabaseClass = new (
  path: string,
  options: { readonly readOnly: boolean; readonly fileMustExist: boolean },
) => WasmDatabase;

/**
 * SQLite as WebAssembly, if no native driver loads. It cannot share memory with other processes, so it keeps the
 * index of its write-ahead log to itself and locks the file from opening to closing: one process at a time. It uses a
 * log, not a rollback journal: after a kill, the driver would not roll one back, because it mistakes its own stale
 * lock for that of a running writer. `path` is the file's real path, because the driver's lock and the log are found
 * by name.
 */
export function openWasm(
  Database: WasmDatabaseClass,
  path: string,
  readOnly: boolean,
): RawDatabase {
  const lock = path === ':memory:' ? null : takeFile(path);
  const statements = new Set<Reused>();
  let database: WasmDatabase | null = null;
  const close = (): void => {
    for (const statement of statements) statement.finalize();
    try {
      coded(() => database?.close());
    } finally {
      lock?.release();
    }
  };
  try {
    const opened = coded(() => new Database(path, { readOnly, fileMustExist: readOnly }));
    database = opened;
    const prepare = (sql: string): SqliteStatement => {
      const statement = new Reused(opened, sql);
      statements.add(statement);
      return statement;
    };
    if (lock !== null) {
      coded(() => opened.exec('PRAGMA locking_mode = EXCLUSIVE'));
      // The first access acquires the driver's own lock, which is then held.
      prepare('PRAGMA schema_version').get();
    }
    return { prepare, exec: (sql) => coded(() => opened.exec(sql)), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A statement that can be rerun after a failure, which the driver cannot reset: it is prepared again. */
class Reused implements SqliteStatement {
  #statement: WasmStatement;

  constructor(
    private readonly database: WasmDatabase,
    private readonly sql: string,
  ) {
    this.#statement = coded(() => database.prepare(sql));
  }

  run(...values: SqliteValue[]): unknown {
    return this.#do((statement) => statement.run(values));
  }

  /** The driver's own `get` leaves the statement, and with it a transaction, open. */
  get(...values: SqliteValue[]): unknown {
    return this.all(...values)[0];
  }

  all(...values: SqliteValue[]): unknown[] {
    return this.#do((statement) => statement.all(values));
  }

  /** The driver reports the error of the last run again; ignore it. */
  finalize(): void {
    try {
      this.#statement.finalize();
    } catch {
      return;
    }
  }

  #do<T>(work: (statement: WasmStatement) => T): T {
    return coded(() => {
      try {
        return work(this.#statement);
      } catch (error) {
        this.finalize();
        this.#statement = this.database.prepare(this.sql);
        throw error;
      }
    });
  }
}

/** Throws `locked` while a process that runs SQLite as WebAssembly holds the file: native drivers ignore its lock. */
export function assertNotHeldByWasm(path: string): void {
  const holder = path === ':memory:' ? null : holderOf(path);
  if (holder !== null) throw heldBy(path, holder);
}

/** Throws `locked` for a file that another process holds, or that a native driver has open or did not close. */
function takeFile(path: string): FileLock {
  const lock = FileLock.take(path);
  try {
    // A log without an index was left by this driver; an index (`-shm`) is a native driver's, which may still be
    // running.
    if (existsSync(`${path}-shm`))
      throw new MnemeError(
        'locked',
        `Another program has ${path} open, or ended without closing it.`,
        {
          field: 'file',
          value: path,
          hint: 'Close it, or open the file once with Node 22.5 or later, or with better-sqlite3 installed; here SQLite runs as WebAssembly, which cannot share the log that lies beside the file.',
        },
      );
    // The driver's own lock, a folder, remains after a crash. Remove it only if our lock was left too; otherwise it is
    // another program's.
    if (lock.inherited) rmSync(`${path}.lock`, { recursive: true, force: true });
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** SQLite's result codes by their messages (`sqlite3_errstr`): the driver gives no numbers. */
const CODES: readonly (readonly [string, number])[] = [
  ['database is locked', 5],
  ['database table is locked', 6],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['Could not open the database', 14],
  ['constraint failed', 19],
  ['datatype mismatch', 20],
  ['file is not a database', 26],
];

function coded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SQLite3Error') throw error;
    const { message } = error;
    const errcode = CODES.find(([words]) => message.includes(words))?.[1] ?? 1;
    throw Object.assign(error, { errcode });
  }
}
