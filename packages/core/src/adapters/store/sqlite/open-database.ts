import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { realPlace } from '../../../disk/files.js';
import { MnemeError } from '../../../domain/errors.js';
import { ownHandle } from './file-identity.js';
import {
  driverMissing,
  type FileKey,
  headOf,
  isSealedHead,
  keyMissing,
  keyWrong,
  sealedReadOnly,
} from './file-key.js';
import {
  isNoDatabase,
  type RawDatabase,
  type RawStatement,
  type SqliteDatabase,
  type SqliteStatement,
} from './sqlite-database.js';
import { assertNotHeldByWasm, openWasm, type WasmDatabaseClass } from './wasm-driver.js';

export type DriverName = SqliteDatabase['driver'];

type Opener = (path: string, readOnly: boolean) => RawDatabase;

/** In the order in which they are tried. */
const DRIVERS: readonly DriverName[] = ['better-sqlite3', 'node:sqlite', 'node-sqlite3-wasm'];
/** The driver of sealed files, loaded for nothing else. */
export const SEALING: DriverName = 'better-sqlite3-multiple-ciphers';
const LOADERS: Readonly<Record<DriverName, (require: NodeJS.Require) => Opener>> = {
  'better-sqlite3': (require) => betterSqlite3(require('better-sqlite3') as BetterSqlite, true),
  [SEALING]: (require) =>
    betterSqlite3(require('better-sqlite3-multiple-ciphers') as BetterSqlite, false),
  'node:sqlite': nodeSqlite,
  'node-sqlite3-wasm': wasmSqlite,
};

/**
 * Opens the file with the first driver that loads: better-sqlite3 if it is installed, else the runtime's own
 * `node:sqlite` (Node 22.5 and later), else SQLite as WebAssembly. `prefer` tries only that one. A sealed file, and a
 * new one if there is a key, is opened by {@link SEALING}; a plain file stays plain. Throws `invalid_input` without
 * the right key.
 */
export function openDatabase(
  path: string,
  readOnly: boolean,
  prefer?: DriverName,
  key?: FileKey,
): SqliteDatabase {
  // The log and the locks next to the file are found by its name.
  const place = path === ':memory:' ? path : realPlace(path);
  const head = headOf(place);
  const sealed = isSealedHead(head);
  if (sealed && key === undefined) throw keyMissing(path);
  if (sealed && head[18] === 2 && isUnchanging(place)) throw sealedReadOnly(path);
  const locks = sealed || (head === null && place !== ':memory:') ? key : undefined;
  const drivers = locks !== undefined ? [SEALING] : prefer === undefined ? DRIVERS : [prefer];
  const failures: string[] = [];
  for (const driver of drivers) {
    const opener = load(driver, failures);
    if (opener === null) continue;
    const shared = driver !== 'node-sqlite3-wasm';
    if (place !== ':memory:') assertOneName(path, shared && readOnly);
    if (shared) assertNotHeldByWasm(place);
    const raw = opener(place, readOnly);
    if (locks !== undefined && !unlocks(raw, locks.rawFor(head))) {
      if (head !== null) throw keyWrong(path);
      // Another process sealed the new file first, and with its own salt.
      return openDatabase(path, readOnly, prefer, key);
    }
    const copyTo = pageCopier(driver, raw);
    return {
      driver,
      readOnly,
      sealed: locks !== undefined,
      prepare: (sql) => raw.prepare(sql),
      prepareLists: (sql) => listing(raw.prepare(sql)),
      exec: (sql) => raw.exec(sql),
      close: () => raw.close(),
      allowShadowWrites: () => raw.unsafeMode?.(true),
      ...(copyTo === null ? {} : { copyTo }),
    };
  }
  if (drivers.includes(SEALING)) throw driverMissing(path, failures.join('; '));
  throw new MnemeError(
    'unavailable',
    `No SQLite driver loads on Node ${process.versions.node}: install node-sqlite3-wasm or better-sqlite3, or use Node 22.5 or later, which carries SQLite itself.`,
    { hint: `What was tried: ${failures.join('; ')}.` },
  );
}

/**
 * Whether the key fits; otherwise the database is closed. Nothing that SQLite sets aside may lie on a disk in clear, so
 * temporary tables are in memory from the beginning.
 */
function unlocks(raw: RawDatabase, key: string): boolean {
  try {
    raw.exec(
      `PRAGMA cipher = 'chacha20'; PRAGMA key = '${key}'; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 10000`,
    );
    raw.prepare('SELECT count(*) FROM sqlite_master').get();
    raw.exec('PRAGMA busy_timeout = 0');
    return true;
  } catch (error) {
    raw.close();
    if (isNoDatabase(error)) return false;
    throw error;
  }
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
  // A sealed file is copied by `VACUUM INTO`, which keeps its key.
  if (driver === 'node-sqlite3-wasm' || driver === SEALING) return null;
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
  return DRIVERS.filter(loads);
}

/** Whether a driver loads on this machine. */
export const loads = (driver: DriverName): boolean => load(driver, []) !== null;

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

type BetterSqlite = new (from: string | Buffer, options: object) => RawDatabase;

/** `readsImages`: from memory, which a sealed file cannot be. */
function betterSqlite3(Database: BetterSqlite, readsImages: boolean): Opener {
  // The package only loads its native module when a database is created: a broken build must fail here, not later.
  new Database(':memory:', {}).close();
  return (path, readOnly) =>
    readOnly && readsImages && isUnchanging(path)
      ? new Database(imageOf(path), { readonly: true })
      : new Database(path, { readonly: readOnly, fileMustExist: readOnly, timeout: 0 });
}

/**
 * SQLite keeps a log next to the file even for a reader: if the folder is not writable and no log is left, the file
 * is complete and does not change.
 */
function isUnchanging(path: string): boolean {
  if (path === ':memory:' || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && ownHandle(path) === null;
  }
}

/**
 * Whether the file uses a write-ahead log, according to its header (https://www.sqlite.org/fileformat2.html, 1.3.3).
 */
const hasLog = (path: string): boolean => headOf(path)?.[18] === 2;

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
