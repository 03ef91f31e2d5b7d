import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { realPlace } from '../../../disk/files.js';
import { MnemeError } from '../../../domain/errors.js';
import { ownHandle } from './file-identity.js';
import type {
  RawDatabase,
  RawStatement,
  SqliteDatabase,
  SqliteStatement,
} from './sqlite-database.js';
import { assertNotHeldByWasm, openWasm, type WasmDatabaseClass } from './wasm-driver.js';

export type DriverName = SqliteDatabase['driver'];

type Opener = (path: string, readOnly: boolean) => RawDatabase;

/** In the order in which they are tried. */
const DRIVERS: readonly DriverName[] = ['better-sqlite3', 'node:sqlite', 'node-sqlite3-wasm'];
const LOADERS: Readonly<Record<DriverName, (require: NodeJS.Require) => Opener>> = {
  'better-sqlite3': betterSqlite3,
  'node:sqlite': nodeSqlite,
  'node-sqlite3-wasm': wasmSqlite,
};

/**
 * Opens the file with the first driver that loads: better-sqlite3 if it is installed, else the runtime's own
 * `node:sqlite` (Node 22.5 and later), else SQLite as WebAssembly. `prefer` tries only that one.
 */
export function openDatabase(path: string, readOnly: boolean, prefer?: DriverName): SqliteDatabase {
  const drivers = prefer === undefined ? DRIVERS : [prefer];
  const failures: string[] = [];
  for (const driver of drivers) {
    const opener = load(driver, failures);
    if (opener === null) continue;
    // The log and the locks next to the file are found by its name.
    const place = path === ':memory:' ? path : realPlace(path);
    const shared = driver !== 'node-sqlite3-wasm';
    if (place !== ':memory:') assertOneName(path, shared && readOnly);
    if (shared) assertNotHeldByWasm(place);
    const raw = opener(place, readOnly);
    const copyTo = pageCopier(driver, raw);
    return {
      driver,
      readOnly,
      prepare: (sql) => raw.prepare(sql),
      prepareLists: (sql) => listing(raw.prepare(sql)),
      exec: (sql) => raw.exec(sql),
      close: () => raw.close(),
      ...(copyTo === null ? {} : { copyTo }),
    };
  }
  throw new MnemeError(
    'unavailable',
    `No SQLite driver loads on Node ${process.versions.node}: install node-sqlite3-wasm or better-sqlite3, or use Node 22.5 or later, which carries SQLite itself.`,
    { hint: `What was tried: ${failures.join('; ')}.` },
  );
}

/**
 * A file opened by another of its hard links has its log and locks under another name
 * (https://www.sqlite.org/howtocorrupt.html, 2.5). Throws `invalid_input` for a file with several links; a reader may
 * open one without a log, such as a backup.
 */
function assertOneName(path: string, mayBeRead: boolean): void {
  const names = statSync(path, { throwIfNoEntry: false })?.nlink ?? 1;
  if (names < 2 || (mayBeRead && !hasLog(path))) return;
  throw new MnemeError(
    'invalid_input',
    `${path} is one of ${names} names of one file (hard links); by another name, a second program would write into it unseen.`,
    {
      field: 'file',
      value: path,
      hint: `Make it a file of its own while no program has it open: cp ${path} ${path}.new && mv ${path}.new ${path}. Another name for one memory is a symbolic link.`,
    },
  );
}

function listing(statement: RawStatement): SqliteStatement {
  if (statement.raw !== undefined) return statement.raw(true);
  if (statement.setReturnArrays !== undefined) {
    statement.setReturnArrays(true);
    return statement;
  }
  return {
    run: (...values) => statement.run(...values),
    get: (...values) => statement.get(...values),
    all: (...values) => statement.all(...values).map((row) => Object.values(row as object)),
  };
}

/** Pages copied per turn of the event loop. */
const COPIED_AT_ONCE = 256;

type CopyPages = NonNullable<SqliteDatabase['copyTo']>;
type NodeBackup = (
  source: RawDatabase,
  path: string,
  options: {
    readonly rate: number;
    readonly progress: Parameters<NonNullable<RawDatabase['backup']>>[1]['progress'];
  },
) => Promise<unknown>;

/** SQLite's online backup, if the driver has it; node:sqlite does from Node 22.16 on. */
function pageCopier(driver: DriverName, raw: RawDatabase): CopyPages | null {
  const told =
    (onPages: Parameters<CopyPages>[1]) =>
    ({
      totalPages,
      remainingPages,
    }: {
      readonly totalPages: number;
      readonly remainingPages: number;
    }): number => {
      onPages(totalPages - remainingPages, totalPages);
      return COPIED_AT_ONCE;
    };
  if (driver === 'node-sqlite3-wasm') return null;
  if (driver === 'better-sqlite3') {
    return async (path, onPages) => void (await raw.backup?.(path, { progress: told(onPages) }));
  }
  const { backup } = createRequire(import.meta.url)('node:sqlite') as { backup?: NodeBackup };
  return backup === undefined
    ? null
    : async (path, onPages) =>
        void (await backup(raw, path, { rate: COPIED_AT_ONCE, progress: told(onPages) }));
}

/** The drivers that load on this machine, in the order they would be tried. */
export function availableDrivers(): readonly DriverName[] {
  return DRIVERS.filter((driver) => load(driver, []) !== null);
}

function load(driver: DriverName, failures: string[]): Opener | null {
  const require = createRequire(import.meta.url);
  try {
    return LOADERS[driver](require);
  } catch (error) {
    failures.push(
      `${driver}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
    );
    return null;
  }
}

function betterSqlite3(require: NodeJS.Require): Opener {
  const Database = require('better-sqlite3') as new (
    from: string | Buffer,
    options: object,
  ) => RawDatabase;
  // The package only loads its native module when a database is created: a broken build must fail here, not later.
  new Database(':memory:', {}).close();
  return (path, readOnly) =>
    readOnly && isSealed(path)
      ? new Database(imageOf(path), { readonly: true })
      : new Database(path, { readonly: readOnly, fileMustExist: readOnly, timeout: 0 });
}

/**
 * SQLite keeps a log next to the file even for a reader: if the folder is not writable and no log is left, the file
 * is complete and does not change.
 */
function isSealed(path: string): boolean {
  if (path === ':memory:' || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && ownHandle(path) === null;
  }
}

const HEAD_WITH_VERSIONS = 20;

/**
 * Whether the file uses a write-ahead log, according to its header (https://www.sqlite.org/fileformat2.html, 1.3.3).
 */
function hasLog(path: string): boolean {
  const own = ownHandle(path);
  const handle = own ?? openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_WITH_VERSIONS);
    readSync(handle, head, 0, head.length, 0);
    return head[18] === 2;
  } finally {
    if (own === null) closeSync(handle);
  }
}

/**
 * The file's bytes, marked as a database without a log: the two format versions in its header
 * (https://www.sqlite.org/fileformat2.html, 1.3.3).
 */
function imageOf(path: string): Buffer {
  const bytes = readFileSync(path);
  if (bytes[18] === 2 && bytes[19] === 2) bytes.fill(1, 18, 20);
  return bytes;
}

function wasmSqlite(require: NodeJS.Require): Opener {
  const { Database } = require('node-sqlite3-wasm') as { Database: WasmDatabaseClass };
  return (path, readOnly) => openWasm(Database, path, readOnly);
}

function nodeSqlite(require: NodeJS.Require): Opener {
  const { DatabaseSync } = withoutWarning(() => require('node:sqlite')) as {
    DatabaseSync: new (path: string, options: object) => RawDatabase;
  };
  return (path, readOnly) => new DatabaseSync(path, { readOnly });
}

/**
 * Node 22 prints a warning that its SQLite is experimental, once per process, which is irrelevant to users. Loading
 * is synchronous, so no other warning is lost.
 */
function withoutWarning<T>(load: () => T): T {
  const warn = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = warn;
  }
}
