import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { cannotBeMade } from '../../../disk/files.js';
import type { BackupManifest, CopyOptions } from '../../../domain/import-export.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Instant } from '../../../domain/time.js';
import { createPrivateFile } from './connect.js';
import type { FileKey } from './file-key.js';
import type { Connection } from './connection.js';
import {
  countRows,
  hashTables,
  holdsContent,
  MANIFEST_TABLE,
  readManifest,
  writeManifest,
} from './tables.js';
import { assertBankFile } from './migrations.js';
import { openDatabase } from './open-database.js';
import { type SqliteDatabase, translateSqliteError } from './sqlite-database.js';

/**
 * Copies a snapshot of the whole file into a new one while others write, and writes a manifest of its contents into
 * the copy. A separate connection holds the snapshot, so that a busy writer does not make the copying restart. An
 * incomplete copy is removed.
 */
export async function copyStore(
  connection: Connection,
  to: string,
  at: Instant,
  options: CopyOptions = {},
): Promise<BackupManifest> {
  try {
    createPrivateFile(to);
    // A copy through the only connection would contain uncommitted writes.
    await (connection.isAlone
      ? connection.withoutWrites(() => copyPages(connection, to, options))
      : copyPages(connection, to, options));
    return await describeCopy(connection, to, at, options);
  } catch (error) {
    removeDatabase(to);
    throw cannotBeMade(translateSqliteError(error, to), to);
  }
}

async function copyPages(connection: Connection, to: string, options: CopyOptions): Promise<void> {
  const { database } = connection;
  const onPages = progressOf(options);
  const source = connection.isAlone ? database : connection.reader();
  try {
    if (source !== database) source.exec('PRAGMA busy_timeout = 10000; BEGIN');
    source.prepare('SELECT count(*) AS n FROM bank').get();
    if (source.copyTo === undefined)
      vacuumInto(source === database ? source : endTransaction(source), to, onPages);
    else await source.copyTo(to, onPages);
  } finally {
    if (source !== database) source.close();
  }
}

function endTransaction(source: SqliteDatabase): SqliteDatabase {
  source.exec('COMMIT');
  return source;
}

/** A single statement reads a single snapshot, but cannot report progress. */
function vacuumInto(
  source: SqliteDatabase,
  to: string,
  onPages: (done: number, total: number) => void,
): void {
  onPages(0, 1);
  source.prepare('VACUUM INTO ?').run(to);
  onPages(1, 1);
}

async function describeCopy(
  { database: { driver }, key }: Connection,
  path: string,
  at: Instant,
  options: CopyOptions,
): Promise<BackupManifest> {
  const copy = openDatabase(path, false, driver, key);
  let manifest: BackupManifest;
  try {
    // A single file, without a separate log.
    copy.exec('PRAGMA journal_mode = DELETE');
    const total = countRows(copy);
    const onRows = progressOf(options);
    manifest = await writeManifest(copy, at, { onRows: (done) => onRows(done, total) });
  } finally {
    copy.close();
  }
  syncFile(path);
  return manifest;
}

export function progressOf({
  signal,
  onProgress,
}: CopyOptions): (done: number, total: number) => void {
  return (done, total) => {
    if (signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped; nothing is left of the copy.', {
        hint: 'Run it again.',
      });
    onProgress?.(done, total);
  };
}

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes the file and SQLite's companion files. */
export function removeDatabase(path: string): void {
  for (const part of ['', '-journal', '-wal', '-shm']) rmSync(path + part, { force: true });
}

export interface CopyVerdict {
  readonly problems: readonly string[];
  readonly manifest: BackupManifest | null;
}

/** Reads every page and every row of a copy and compares them with its manifest. Writes nothing. */
export async function verifyCopy(
  path: string,
  { key, ...options }: CopyOptions & { readonly key?: FileKey | undefined } = {},
): Promise<CopyVerdict> {
  let copy: SqliteDatabase | null = null;
  let manifest: BackupManifest | null = null;
  try {
    copy = openDatabase(path, true, undefined, key);
    assertBankFile(copy, path);
    manifest = readManifest(copy);
    return {
      manifest,
      problems: [
        ...damagedPages(copy),
        ...(manifest === null
          ? ['It does not say what it holds: no backup, or damaged where it says so.']
          : await differences(copy, manifest, options)),
      ],
    };
  } catch (error) {
    const translated = translateSqliteError(error, path);
    if (
      !MnemeError.is(translated) ||
      !['corrupt', 'not_a_bank', 'disk_full'].includes(translated.code)
    )
      throw translated;
    return { manifest, problems: [translated.message] };
  } finally {
    copy?.close();
  }
}

function damagedPages(copy: SqliteDatabase): string[] {
  const lines = copy.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[];
  return lines.flatMap(({ integrity_check: line }) =>
    line === 'ok' ? [] : [`SQLite found damage: ${line}.`],
  );
}

async function differences(
  copy: SqliteDatabase,
  manifest: BackupManifest,
  options: CopyOptions,
): Promise<string[]> {
  const told = manifest.tables.filter(holdsContent);
  const total = told.reduce((sum, { rows }) => sum + rows, 0);
  const onRows = progressOf(options);
  const found = new Map(
    (await hashTables(copy, { onRows: (done) => onRows(done, total) })).map((table) => [
      table.name,
      table,
    ]),
  );
  const changed = told.flatMap(({ name, rows, sha256 }) => {
    const table = found.get(name);
    found.delete(name);
    if (table === undefined) return [`Table ${name} is missing.`];
    if (table.rows !== rows)
      return [`Table ${name} has ${table.rows} rows in the place of ${rows}.`];
    return table.sha256 === sha256
      ? []
      : [`Table ${name} is not as it was: a row of its ${rows} was changed.`];
  });
  return [...changed, ...[...found.keys()].map((name) => `Table ${name} was added.`)];
}

/** Turns a verified copy into a normal bank file: removes what makes it a backup. */
export function freeCopy(path: string, key?: FileKey): void {
  const copy = openDatabase(path, false, undefined, key);
  try {
    copy.exec(`DROP TABLE IF EXISTS ${MANIFEST_TABLE}`);
  } finally {
    copy.close();
  }
  syncFile(path);
}

/**
 * Prepares for replacing a file: checkpoints the log and removes the companion files. Throws `locked` while any
 * process has it open, as that would continue to write to the old file. A damaged file, and a sealed one whose key is
 * lost, is skipped.
 */
export function retireFile(path: string, key?: FileKey): void {
  if (existsSync(path)) {
    let old: SqliteDatabase | null = null;
    try {
      old = openDatabase(path, false, undefined, key);
      assertBankFile(old, path);
      // SQLite only deletes the log for an exclusive connection.
      old.exec('PRAGMA journal_mode = DELETE');
    } catch (error) {
      const translated = translateSqliteError(error, path);
      if (!MnemeError.is(translated)) throw translated;
      if (translated.field === 'key') assertClosed(path);
      else if (!['corrupt', 'disk_full'].includes(translated.code)) throw translated;
    } finally {
      old?.close();
    }
  }
  for (const part of ['-journal', '-wal', '-shm']) rmSync(path + part, { force: true });
}

/** Without its key a file cannot be locked; whoever has it open has an index of the log beside it. */
function assertClosed(path: string): void {
  if (!existsSync(`${path}-shm`)) return;
  throw new MnemeError('locked', `${path} is sealed with another key, and may be open.`, {
    field: 'file',
    value: path,
    hint: `Close the programs that use it. If there is none, delete ${path}-shm and ${path}-wal.`,
  });
}
