import { chmodSync, closeSync, fchmodSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { cannotBeMade, makeFolder, realPlace, translateFileError } from '../../../disk/files.js';
import { MnemeError } from '../../../domain/errors.js';
import type { FitsSpace } from '../../../ports/store.js';
import { Connection } from './connection.js';
import { FilePlace } from './file-identity.js';
import { type FileKey, notSealed } from './file-key.js';
import { isBackup } from './tables.js';
import { migrate } from './migrations.js';
import { openDatabase, type DriverName } from './open-database.js';
import { isNoDatabase, type SqliteDatabase, translateSqliteError } from './sqlite-database.js';
import { dropUnsealed } from './unsealed-rest.js';
import { assertNotHeldByWasm } from './wasm-driver.js';

export interface SqliteStoreOptions {
  /** A file path, or `:memory:`. */
  readonly path: string;
  readonly readOnly?: boolean;
  /** Only this driver; default: the first that loads. */
  readonly driver?: DriverName;
  /** How long a write waits for another process before it fails with `locked`, in milliseconds. Default: 10,000. */
  readonly lockWaitMs?: number;
  /** Maximum number of 4 KiB pages in the file. Default: limited by the disk. */
  readonly maxPages?: number;
  /** Detects damaged codes. Default: all are accepted. */
  readonly fitsSpace?: FitsSpace;
  /** What the file is sealed with, or a new one is to be. A file that is not is refused with `invalid_input`. */
  readonly key?: FileKey | undefined;
}

/** Opens the file, creates it if new, and migrates it. */
export function connect({
  path,
  readOnly = false,
  driver,
  lockWaitMs = 10_000,
  maxPages,
  fitsSpace,
  key,
}: SqliteStoreOptions): Connection {
  try {
    if (path !== ':memory:') {
      prepareFolder(path, readOnly);
      if (!readOnly) dropUnsealed(realPlace(path));
    }
    const { database, backup } = openMigrated(path, readOnly, driver, key);
    try {
      assertStillFree(database, path);
      database.exec('PRAGMA cache_size = -8000');
      database.exec('PRAGMA temp_store = MEMORY');
      if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${Math.trunc(maxPages)}`);
      const place = path === ':memory:' ? null : new FilePlace(database, path);
      return new Connection(database, path, lockWaitMs, { place, backup, fitsSpace, key });
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw translateFileError(translateSqliteError(error, path), path, 'file');
  }
}

interface OpenedDatabase {
  readonly database: SqliteDatabase;
  readonly backup: boolean;
}

/** Of two that seal a new file at once, the second finds the salt of the first, and opens it once more. */
function openMigrated(
  path: string,
  onlyToRead: boolean,
  driver: DriverName | undefined,
  key: FileKey | undefined,
): OpenedDatabase {
  for (let again = key !== undefined; ; again = false) {
    const opened = openUnlessBackup(path, onlyToRead, driver, key);
    try {
      opened.database.exec('PRAGMA busy_timeout = 0');
      // Whoever gives a key expects that nothing is written in clear.
      const { readOnly, sealed } = opened.database;
      if (key !== undefined && path !== ':memory:' && !readOnly && !sealed) throw notSealed(path);
      migrateWhenFree(opened.database, path);
      return opened;
    } catch (error) {
      opened.database.close();
      if (!again || !isNoDatabase(error)) throw error;
    }
  }
}

/**
 * Another process may have locked the file as we opened it, before our log existed. Now that it does, at least one of
 * the two sees the other.
 */
function assertStillFree(database: SqliteDatabase, path: string): void {
  if (path === ':memory:' || database.driver === 'node-sqlite3-wasm') return;
  database.prepare('PRAGMA schema_version').get();
  assertNotHeldByWasm(realPlace(path));
}

/** A backup is opened read-only: any write would invalidate its manifest. */
function openUnlessBackup(
  path: string,
  readOnly: boolean,
  driver: DriverName | undefined,
  key: FileKey | undefined,
): OpenedDatabase {
  const database = openDatabase(path, readOnly, driver, key);
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    const backup = isBackup(database);
    if (!backup || readOnly) return { database, backup };
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return { database: openDatabase(path, true, driver, key), backup: true };
}

/**
 * Opening is rare and short, so here the driver itself may wait for other processes that create the file at the same
 * time.
 */
function migrateWhenFree(database: SqliteDatabase, path: string): void {
  database.exec('PRAGMA busy_timeout = 10000');
  // Check before the first write: a foreign file must stay unchanged.
  migrate(database, path);
  if (!database.readOnly) {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
  }
  database.exec('PRAGMA busy_timeout = 0');
}

/**
 * Creates the file before SQLite does, which would make it readable for all users. The companion files inherit its
 * permissions.
 */
export function createPrivateFile(path: string): void {
  let handle: number;
  try {
    // Never an existing one: SQLite may have it open, and closing it here would release its locks.
    handle = openSync(path, 'ax', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    // Whatever the umask removes, the owner can read and write.
    fchmodSync(handle, 0o600);
  } finally {
    closeSync(handle);
  }
}

/** The log of a deleted bank file may contain its last data; SQLite would delete it when creating a new file. */
function assertNoLog(path: string): void {
  const log = `${path}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new MnemeError('not_found', `There is ${log}, but the memory that it belongs to is gone.`, {
    field: 'file',
    value: path,
    hint: `Put ${path} back where it was, or a backup with \`mneme backup restore\`. To begin a new memory, delete ${log} and ${path}-shm first.`,
  });
}

function prepareFolder(named: string, readOnly: boolean): void {
  try {
    prepareAt(realPlace(named), named, readOnly);
  } catch (error) {
    throw cannotBeMade(error, named, 'file');
  }
}

function prepareAt(path: string, named: string, readOnly: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) assertNoLog(path);
  if (found?.isFile() === true) {
    if (found.size === 0 && !readOnly) restrictPermissions(path);
    return;
  }
  if (found !== undefined)
    throw new MnemeError(
      found.isDirectory() ? 'invalid_input' : 'not_a_bank',
      `${named} is ${found.isDirectory() ? 'a folder' : 'a device'}, not a file.`,
      {
        field: 'file',
        value: named,
        hint: 'Give the path of a file that Mneme made, or of one that does not exist yet.',
      },
    );
  if (readOnly) {
    throw new MnemeError('not_found', `There is no file ${named}.`, {
      field: 'file',
      value: named,
      hint: 'Look at the path; opening only to read founds nothing.',
    });
  }
  makeFolder(dirname(path));
  createPrivateFile(path);
}

/**
 * Restricts the permissions of an empty file before data is written. A file of another user keeps its own; `doctor`
 * reports them.
 */
function restrictPermissions(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
