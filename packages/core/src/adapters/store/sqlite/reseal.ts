import { isDeepStrictEqual } from 'node:util';
import { MnemeError } from '../../../domain/errors.js';
import type { CopyOptions } from '../../../domain/import-export.js';
import { progressOf, removeDatabase, syncFile } from './backup.js';
import { createPrivateFile } from './connect.js';
import { type FileKey, isSealedFile } from './file-key.js';
import { assertBankFile } from './migrations.js';
import { openDatabase, SEALING } from './open-database.js';
import { type SqliteDatabase, translateSqliteError } from './sqlite-database.js';
import { countRows, hashTables, quote, storedTables } from './tables.js';
import { dropUnsealed, swapIn } from './unsealed-rest.js';

export interface ResealOptions extends CopyOptions {
  /** What the file is sealed with now, if it is. */
  readonly key?: FileKey | undefined;
  /** What it is to be sealed with; null for a plain file. */
  readonly newKey: FileKey | null;
  /** Where the copy is made, beside the file. */
  readonly part: string;
}

/**
 * Rewrites a file under another key. Nobody may have it open meanwhile; a copy is made beside it, compared with it row
 * by row and put in its place in one step, and what was there is overwritten. A kill leaves one whole file. `path` is
 * a real path. Throws `locked`, `invalid_input` for a wrong key, `unavailable` without the driver, `interrupted`.
 */
export async function resealFile(
  path: string,
  { key, newKey, part, ...options }: ResealOptions,
): Promise<void> {
  dropUnsealed(path);
  const source = openDatabase(path, false, SEALING, key);
  try {
    assertBankFile(source, path);
    createPrivateFile(part);
    // SQLite removes the log for an exclusive connection alone, which it then stays.
    source.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE');
    source.exec('PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF');
    source.allowShadowWrites?.();
    source.exec(`ATTACH '${part.replaceAll("'", "''")}' AS fresh KEY '${newKey?.rawFor() ?? ''}'`);
    source.exec('PRAGMA fresh.journal_mode = OFF; PRAGMA fresh.synchronous = OFF; BEGIN EXCLUSIVE');
    copyInto(source, progressOf(options));
    source.exec('COMMIT; DETACH fresh');
    syncFile(part);
    await assertSame(source, path, { part, key: newKey ?? undefined, ...options });
    swapIn(part, path);
  } catch (error) {
    throw translateSqliteError(error, path);
  } finally {
    source.close();
    removeDatabase(part);
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** In the order in which they were made: tables before their indexes, and a virtual table before its shadow tables. */
const schemaOf = (database: SqliteDatabase): SchemaEntry[] =>
  database
    .prepare(
      "SELECT type, name, sql FROM main.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .all() as SchemaEntry[];

/** Copies schema and rows from `main` to `fresh`, row numbers too: the manifest of a backup goes by them. */
function copyInto(database: SqliteDatabase, onRows: (done: number, total: number) => void): void {
  for (const pragma of ['user_version', 'application_id']) {
    const row = database.prepare(`PRAGMA main.${pragma}`).get() as Record<string, number>;
    database.exec(`PRAGMA fresh.${pragma} = ${row[pragma] ?? 0}`);
  }
  const tables = storedTables(database);
  const total = countRows(database);
  const schema = schemaOf(database);
  const make = (types: readonly string[]): void => {
    for (const { type, name, sql } of schema)
      if (types.includes(type) && !isThere(database, name))
        database.exec(sql.replace(/^CREATE (?:UNIQUE |VIRTUAL )?\w+ /, '$&fresh.'));
  };
  make(['table']);
  let done = 0;
  for (const { name, key, columns } of tables) {
    onRows(Math.min(done, total), total);
    const own = columns.map((column) => quote(column.name));
    const isNumbered = key[0] === 'rowid' && !columns.some((column) => column.name === 'rowid');
    const list = (isNumbered ? ['rowid', ...own] : own).join(', ');
    database.exec(`DELETE FROM fresh.${quote(name)}`);
    database.exec(
      `INSERT INTO fresh.${quote(name)} (${list}) SELECT ${list} FROM main.${quote(name)}`,
    );
    done += (
      database.prepare(`SELECT count(*) AS n FROM fresh.${quote(name)}`).get() as { n: number }
    ).n;
  }
  make(['index', 'trigger', 'view']);
}

/** Shadow tables come with their virtual table. */
const isThere = (database: SqliteDatabase, name: string): boolean =>
  database.prepare('SELECT 1 FROM fresh.sqlite_master WHERE name = ?').get(name) !== undefined;

async function assertSame(
  source: SqliteDatabase,
  path: string,
  {
    part,
    key,
    ...options
  }: CopyOptions & { readonly part: string; readonly key: FileKey | undefined },
): Promise<void> {
  const total = countRows(source);
  const onRows = progressOf(options);
  const hashed = (database: SqliteDatabase) =>
    hashTables(database, { onRows: (done) => onRows(done, total) });
  const copy = openDatabase(part, true, SEALING, key);
  try {
    const sound = copy.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
    const same =
      sound[0]?.integrity_check === 'ok' &&
      isSealedFile(part) === (key !== undefined) &&
      isDeepStrictEqual(names(schemaOf(copy)), names(schemaOf(source))) &&
      isDeepStrictEqual(await hashed(copy), await hashed(source));
    if (same) return;
  } finally {
    copy.close();
  }
  throw new MnemeError('corrupt', `The copy of ${path} is not the same; it was thrown away.`, {
    field: 'file',
    value: path,
    hint: 'The file is as it was. `mneme doctor` tells whether it is damaged; mend that first.',
  });
}

const names = (schema: readonly SchemaEntry[]): string[] => schema.map(({ name }) => name).sort();
