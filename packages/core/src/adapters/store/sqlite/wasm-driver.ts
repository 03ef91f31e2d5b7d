import { existsSync, rmSync } from 'node:fs';
import { MnemeError } from '../../../domain/errors.js';
import { FileLock, heldBy, holderOf } from './file-lock.js';
import type { RawDatabase, SqliteStatement, SqliteValue } from './sqlite-database.js';

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
