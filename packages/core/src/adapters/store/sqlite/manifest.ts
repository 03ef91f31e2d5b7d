import { createHash, type Hash } from 'node:crypto';
import type { BackedUpTable, BackupManifest } from '../../../domain/backup.js';
import type { Instant } from '../../../domain/time.js';
import type { SqliteDatabase, SqliteValue } from './sqlite-database.js';
import { pagesOf, storedTables, type StoredTable } from './table-rows.js';

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
