import { existsSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { MnemeError } from '../../../domain/errors.js';
import type { RawDatabase } from './raw-database.js';
import type { SqliteStatement, SqliteValue } from './sqlite-database.js';

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
 * SQLite as WebAssembly, if nothing native loads. It shares no memory with other processes, so it keeps the
 * index of its write-ahead log to itself, and locks the file from opening to closing: one program at a time.
 * The log, not a rollback journal: after a kill the driver would not roll one back, as it takes its own lock
 * for that of a program which still writes. Its lock is a folder `FILE.lock`, and `FILE.lock-by` names the process, so that the lock of a killed one does
 * not outlive it.
 */
export function openWasm(
  Database: WasmDatabaseClass,
  path: string,
  readOnly: boolean,
): RawDatabase {
  if (path !== ':memory:') takeFile(path);
  const database = coded(() => new Database(path, { readOnly, fileMustExist: readOnly }));
  const statements = new Set<Reused>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = new Reused(database, sql);
    statements.add(statement);
    return statement;
  };
  const close = (): void => {
    for (const statement of statements) statement.finalize();
    coded(() => database.close());
    if (path !== ':memory:') rmSync(`${path}.lock-by`, { force: true });
  };
  if (path !== ':memory:') {
    try {
      coded(() => database.exec('PRAGMA locking_mode = EXCLUSIVE'));
      // The first access takes the lock, which then stays.
      prepare('PRAGMA schema_version').get();
      writeFileSync(`${path}.lock-by`, `${process.pid}\n`, { mode: 0o600 });
    } catch (error) {
      for (const statement of statements) statement.finalize();
      coded(() => database.close());
      throw error;
    }
  }
  return { prepare, exec: (sql) => coded(() => database.exec(sql)), close };
}

/** A statement that can be run again after it failed: the driver cannot reset one that did. */
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

  /** It reports the error of the last run again, which was already reported. */
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

/** Throws `locked` while a program that runs SQLite as WebAssembly holds the file: a native driver would not see its lock. */
export function assertNotHeldByWasm(path: string): void {
  if (path === ':memory:' || !existsSync(`${path}.lock`)) return;
  const by = holderOf(path);
  if (by !== null && isRunning(by))
    throw new MnemeError(
      'locked',
      `${path} is held by process ${by}, which shares it with nobody.`,
      {
        field: 'file',
        value: path,
        hint: 'Close that program. Programs share a file where each runs on Node 22.5 or later, or has better-sqlite3 installed.',
      },
    );
}

/**
 * Removes the lock of a process that is gone. Throws `locked` for a file that a native driver has open, or
 * did not close.
 */
function takeFile(path: string): void {
  const by = holderOf(path);
  if (by !== null && !isRunning(by)) {
    if (existsSync(`${path}.lock`)) rmdirSync(`${path}.lock`);
    rmSync(`${path}.lock-by`, { force: true });
  }
  // A log alone was left by this driver; its index beside it is a native one's, of which nobody knows whether it lives.
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
}

function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(`${path}.lock-by`, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
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
