import { createHash, type Hash } from 'node:crypto';
import type { Connection } from './connection.js';
import { nameOfRow } from './records.js';
import type { SqliteDatabase, SqliteValue } from './sqlite-database.js';
import type { Raw } from '../stored-cells.js';
import { cellsOf, damagedCells, STORED, type StoredName } from '../stored-tables.js';
import type { BackedUpTable, BackupManifest } from '../../../domain/import-export.js';
import type { Instant } from '../../../domain/time.js';

export type Row = Readonly<Record<string, SqliteValue>>;

/** A table with rows, as described by the file's schema. */
export interface StoredTable {
  readonly name: string;
  /** The columns that its rows are sorted and found by: its key, or the row number. */
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Rows read at once; a row of one of these tables may be many megabytes. */
const PAGE = 200;
const LARGE_ROWS: ReadonlySet<string> = new Set(['snapshot_part']);

/** Every table with rows, by name; the full-text index by its shadow tables. */
export function storedTables(database: SqliteDatabase): StoredTable[] {
  const listed = database
    .prepare(
      "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all() as { name: string; type: string; wr: number }[];
  return listed
    .filter(({ type }) => type === 'table' || type === 'shadow')
    .map(({ name, wr }) => describe(database, name, wr === 1));
}

function describe(database: SqliteDatabase, name: string, withoutRowNumber: boolean): StoredTable {
  const columns = database
    .prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(name) as { name: string; type: string; pk: number }[];
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name);
  return { name, columns, key: withoutRowNumber ? key : ['rowid'] };
}

/** The rows in order of their key, page by page, each with its key under `key0`, `key1` … */
export function* pagesOf(
  database: SqliteDatabase,
  { name, key, columns }: StoredTable,
): Generator<
  readonly { readonly values: Row; readonly key: readonly SqliteValue[] }[],
  void,
  undefined
> {
  const quoted = key.map(quote);
  const fields = [
    ...columns.map((column) => quote(column.name)),
    ...quoted.map((column, at) => `${column} AS key${at}`),
  ].join(', ');
  const order = `ORDER BY ${quoted.join(', ')} LIMIT ${LARGE_ROWS.has(name) ? 1 : PAGE}`;
  const first = database.prepare(`SELECT ${fields} FROM ${quote(name)} ${order}`);
  const later = database.prepare(
    `SELECT ${fields} FROM ${quote(name)} WHERE (${quoted.join(', ')}) > (${quoted.map(() => '?').join(', ')}) ${order}`,
  );
  for (let after: readonly SqliteValue[] | null = null; ;) {
    const rows: Row[] = (after === null ? first.all() : later.all(...after)) as Row[];
    if (rows.length === 0) return;
    const page = rows.map((row) => ({
      values: row,
      key: key.map((_, at) => row[`key${at}`] ?? null),
    }));
    yield page;
    after = page.at(-1)?.key ?? null;
  }
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A row with unreadable cells. */
export interface DamagedRow {
  readonly table: StoredName;
  /** The bank's number; null if it belongs to the file or to an unknown bank. */
  readonly bank: number | null;
  readonly name: string;
  readonly row: Raw;
  readonly cells: readonly string[];
  /** Whether the row is useless without an unreadable cell. */
  readonly lost: boolean;
  readonly place: RowPlace;
}

/** A condition that finds a row. */
interface RowPlace {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** Every damaged row of the file. Reads the whole file. */
export function* damagedRows(connection: Connection): Generator<DamagedRow, void, undefined> {
  for (const table of storedTables(connection.database)) {
    if (!isStored(table.name)) continue;
    for (const page of pagesOf(connection.database, table))
      for (const { values, key } of page) {
        const cells = damageOf(connection, table.name, values);
        if (cells.length === 0) continue;
        yield {
          table: table.name,
          bank: bankOfRow(connection, values),
          name: nameOf(connection, table.name, values, key),
          row: values,
          cells,
          lost: cells.some(
            (cell) => cellsOf(table.name as StoredName)[cell]?.instead === undefined,
          ),
          place: placeOf(table, key),
        };
      }
  }
}

function isStored(name: string): name is StoredName {
  return name in STORED;
}

function damageOf({ fitsSpace }: Connection, table: StoredName, row: Raw): string[] {
  const cells = damagedCells(table, row);
  if (table !== 'embedding' || cells.length > 0) return cells;
  const { space, encoder, vector } = row as { space: string; encoder: string; vector: Uint8Array };
  const code = new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return fitsSpace(space, encoder, code) ? [] : ['vector'];
}

export function placeOf({ key }: StoredTable, values: readonly SqliteValue[]): RowPlace {
  return { sql: key.map((column) => `${quote(column)} IS ?`).join(' AND '), values };
}

/** Rows attached to a memory or a change have no bank column. */
function bankOfRow(connection: Connection, { bank, memory, sequence }: Raw): number | null {
  if (bank !== undefined) return typeof bank === 'number' ? bank : null;
  const beside =
    memory === undefined
      ? connection
          .statement('SELECT bank FROM journal WHERE sequence = ?')
          .get((sequence ?? null) as SqliteValue)
      : connection.statement('SELECT bank FROM memory WHERE num = ?').get(memory as SqliteValue);
  const found = (beside as { bank: unknown } | undefined)?.bank;
  return typeof found === 'number' ? found : null;
}

/** Vectors and usage are identified by their memory. */
function nameOf(
  connection: Connection,
  table: StoredName,
  row: Raw,
  key: readonly SqliteValue[],
): string {
  if (table !== 'embedding' && table !== 'usage') return nameOfRow({ rowid: key[0], ...row });
  const memory = connection
    .statement('SELECT id FROM memory WHERE num = ?')
    .get(row['memory'] as SqliteValue) as { id: unknown } | undefined;
  return typeof memory?.id === 'string' ? memory.id : nameOfRow({ rowid: key[0] });
}

/** The table that contains a backup's manifest; only backups have it. */
export const MANIFEST_TABLE = 'backup_manifest';

interface HashOptions {
  /** Called between two pages of rows, with the number of rows done; may throw to stop. */
  readonly onRows: (done: number) => void;
}

/**
 * Recorded recalls, stored answers for retries, caches and statistics: expendable, and not part of a backup's
 * content.
 */
const NO_CONTENT: ReadonlySet<string> = new Set([
  MANIFEST_TABLE,
  'recall_log',
  'usage',
  'reply',
  // From earlier versions; no longer used.
  'purpose_sample',
  'snapshot',
  'snapshot_part',
]);

/** Whether a manifest covers the table; manifests of earlier versions list more tables. */
export function holdsContent({ name }: { readonly name: string }): boolean {
  return !NO_CONTENT.has(name);
}

/** Counts and hashes every table with content; yields to the event loop between two pages. */
export async function hashTables(
  database: SqliteDatabase,
  { onRows }: HashOptions,
): Promise<BackedUpTable[]> {
  const hashed: BackedUpTable[] = [];
  let done = 0;
  for (const table of storedTables(database).filter(holdsContent)) {
    const hash = createHash('sha256');
    let rows = 0;
    for (const page of pagesOf(database, table)) {
      for (const { values, key } of page) addRow(hash, table, values, key);
      rows += page.length;
      onRows(done + rows);
      await new Promise((resolve) => setImmediate(resolve));
    }
    done += rows;
    hashed.push({ name: table.name, rows, sha256: hash.digest('hex') });
  }
  return hashed;
}

function addRow(
  hash: Hash,
  { columns }: StoredTable,
  values: Readonly<Record<string, SqliteValue>>,
  key: readonly SqliteValue[],
): void {
  for (const value of [...key, ...columns.map(({ name }) => values[name] ?? null)])
    addValue(hash, value);
}

/** Type and length before each value, so that no two rows hash the same input. */
function addValue(hash: Hash, value: SqliteValue): void {
  if (value === null) hash.update('n');
  else if (typeof value === 'number') hash.update(`d${Object.is(value, -0) ? '-0' : value};`);
  else if (typeof value === 'string') hash.update(`t${Buffer.byteLength(value)}:`).update(value);
  else hash.update(`b${value.length}:`).update(value);
}

export function countRows(database: SqliteDatabase): number {
  return storedTables(database)
    .filter(holdsContent)
    .reduce(
      (sum, { name }) =>
        sum + (database.prepare(`SELECT count(*) AS n FROM "${name}"`).get() as { n: number }).n,
      0,
    );
}

/** Writes the manifest of the file into the file. */
export async function writeManifest(
  database: SqliteDatabase,
  madeAt: Instant,
  options: HashOptions,
): Promise<BackupManifest> {
  database.exec(`DROP TABLE IF EXISTS ${MANIFEST_TABLE}`);
  const tables = await hashTables(database, options);
  const banks = database
    .prepare(
      "SELECT b.name, b.sequence, (SELECT count(*) FROM memory m WHERE m.bank = b.num) AS memories FROM bank b WHERE substr(b.name, 1, 1) <> '~' ORDER BY b.name",
    )
    .all() as { name: string; sequence: number; memories: number }[];
  const { user_version: fileVersion } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  const manifest: BackupManifest = { format: 'mneme-backup-1', madeAt, fileVersion, banks, tables };
  const text = JSON.stringify(manifest);
  database.exec(`CREATE TABLE ${MANIFEST_TABLE} (manifest TEXT NOT NULL, sha256 TEXT NOT NULL)`);
  database
    .prepare(`INSERT INTO ${MANIFEST_TABLE} (manifest, sha256) VALUES (?, ?)`)
    .run(text, sha256(text));
  return manifest;
}

/** Whether the file is a backup, which must not be written to. */
export function isBackup(database: SqliteDatabase): boolean {
  return (
    database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(MANIFEST_TABLE) !== undefined
  );
}

/** Null if there is none, or it does not match its own checksum. */
export function readManifest(database: SqliteDatabase): BackupManifest | null {
  if (!isBackup(database)) return null;
  const row = database.prepare(`SELECT manifest, sha256 FROM ${MANIFEST_TABLE}`).get() as
    { manifest: string; sha256: string } | undefined;
  if (row === undefined || sha256(row.manifest) !== row.sha256) return null;
  return JSON.parse(row.manifest) as BackupManifest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
