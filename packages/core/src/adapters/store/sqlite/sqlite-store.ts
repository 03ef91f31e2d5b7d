import { PORTABLE_TABLES } from '../portable-fields.js';
import {
  assertEmpty,
  assertExpected,
  bankNumber,
  bankRow,
  dropBank,
  findBank,
} from '../sql/banks.js';
import { applyChange } from '../sql/commit.js';
import { currentSnapshot, partOf, readPart } from '../sql/derived.js';
import type { Database, Dialect } from '../sql/dialect.js';
import {
  BEGINNING,
  exportHead,
  exportPage,
  type ExportPosition,
  type Page,
} from '../sql/export.js';
import { renumberedSettings } from '../sql/load.js';
import * as parts from '../sql/parts.js';
import { searchPart } from '../sql/parts.js';
import { type Query, raw, run } from '../sql/query.js';
import { copyStore } from './backup.js';
import { checkStore, mendStore, rebuildStore } from './check-and-mend.js';
import { connect, type SqliteStoreOptions } from './connect.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { findBytes, scrub } from './erasure.js';
import { FILE_VERSION } from './migrations.js';
import { inSteps, runQuery } from './run-query.js';
import { translateSqliteError } from './sqlite-database.js';
import type { Change } from '../../../domain/change.js';
import type { BankName } from '../../../domain/ids.js';
import {
  type BankExport,
  closingStream,
  type PortableRecord,
} from '../../../domain/import-export.js';
import type { CommitOptions, Store, StoreCare } from '../../../ports/store.js';

/** The bank numbers of the original and of the copy. */
interface Copied {
  readonly from: number;
  readonly to: number;
  /** Offset added to the numbers of changes. */
  readonly changes: number;
}

/**
 * Creates a bank as a copy of another and applies a change to it, within the running transaction. Numbers of changes
 * are unique in the file, so the copy gets new ones in the old order; vectors, words and the index snapshot are
 * copied too.
 */
function* forkBank(
  dialect: Dialect,
  name: BankName,
  change: Change,
  options: CommitOptions,
): Query<number> {
  const source = yield* bankRow(name);
  assertExpected(source, options);
  const there = yield* assertEmpty(change.bank);
  if (there !== null) yield* dropBank(dialect, there.num);
  const [line] = yield* raw<{ first: number }>(
    'SELECT coalesce(min(sequence), 1) AS first FROM journal WHERE bank = ?',
    source.num,
  );
  const first = line?.first ?? 1;
  const changes = (yield* dialect.line.reserve(source.sequence - first + 1)) - first + 1;
  yield* run(
    'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES (?, ?, ?, ?, ?)',
    ...[change.bank, change.at, source.encoder, source.sequence + changes],
    JSON.stringify(renumberedSettings(source.settings, changes)),
  );
  const founded = yield* bankRow(change.bank);
  const copied = { from: source.num, to: founded.num, changes };
  for (const table of Object.values(PORTABLE_TABLES)) yield* copyRows(table, copied);
  yield* copyDerived(copied);
  return yield* applyChange(dialect, founded, change);
}

/** Columns that contain the number of a change. */
const CHANGES: ReadonlySet<string> = new Set([
  'created',
  'changed',
  'sequence',
  'taken',
  'reverts',
]);

function* copyRows(table: string, { from, to, changes: shift }: Copied): Query<void> {
  const columns = yield* raw<{ name: string }>(
    'SELECT name FROM pragma_table_info(?) ORDER BY cid',
    table,
  );
  const offset = columns.some(({ name }) => name === 'num') ? yield* numOffset(table, from) : 0;
  const valueOf = (name: string): readonly [sql: string, ...values: number[]] => {
    if (name === 'bank') return ['?', to];
    if (name === 'num') return ['num + ?', offset];
    if (table === 'removed' && name === 'row')
      // A removed row, when restored, gets the new bank and a new number.
      return [
        "json_set(json_remove(row, '$.num'), '$.bank', ?, '$.created', created + ?)",
        ...[to, shift],
      ];
    return CHANGES.has(name) ? [`${name} + ?`, shift] : [name];
  };
  const names = columns.map(({ name }) => name);
  const values = names.map(valueOf);
  const ofBank =
    table === 'journal_before'
      ? 'sequence IN (SELECT sequence FROM journal WHERE bank = ?)'
      : 'bank = ?';
  yield* run(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.map(([sql]) => sql).join(', ')} FROM ${table} WHERE ${ofBank}`,
    ...[...values.flatMap(([, ...given]) => given), from],
  );
}

/** The offset that moves a bank's rows behind all others in their table, keeping their order. */
function* numOffset(table: string, bank: number): Query<number> {
  const [row] = yield* raw<{ offset: number }>(
    `SELECT coalesce((SELECT max(num) FROM ${table}) - (SELECT min(num) FROM ${table} WHERE bank = ?) + 1, 0) AS offset`,
    bank,
  );
  return row?.offset ?? 0;
}

/** Copies vectors, words, usage, and the latest snapshot of the index. */
function* copyDerived({ from, to, changes }: Copied): Query<void> {
  const pairs =
    '(SELECT old.num AS old, new.num AS new FROM memory old JOIN memory new ON new.bank = ? AND new.id = old.id WHERE old.bank = ?)';
  for (const [table, columns] of [
    ['embedding', 'space, encoder, vector'],
    ['usage', 'access_count, last_accessed_at'],
  ] as const)
    yield* run(
      `INSERT INTO ${table} (memory, ${columns}) SELECT pair.new, ${columns} FROM ${pairs} pair JOIN ${table} ON memory = pair.old ORDER BY pair.new`,
      ...[to, from],
    );
  yield* run(
    'INSERT INTO memory_text (rowid, terms) SELECT num, terms FROM memory WHERE bank = ? AND terms IS NOT NULL ORDER BY num',
    to,
  );
  yield* run(
    'INSERT INTO snapshot (bank, sequence, format) SELECT ?, sequence + ?, format FROM snapshot WHERE bank = ?',
    ...[to, changes, from],
  );
  yield* run(
    'INSERT INTO snapshot_part (bank, part, data) SELECT ?, part, data FROM snapshot_part WHERE bank = ?',
    ...[to, from],
  );
}

/**
 * Opens (and creates) a bank file: WAL, full durability, one writer at a time, any number of readers, several
 * processes. Errors: `not_a_bank`, `newer_version`, `locked`, `read_only`, `not_found`, `unavailable`.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const connection = connect(options);
  const { database, path } = connection;
  const db = databaseOf(connection);
  return {
    kind: `SQLite by ${database.driver}${database.sealed ? ', sealed' : ''}`,
    file: path === ':memory:' ? null : path,
    // As requested, or because the file is a backup.
    readOnly: database.readOnly,
    search: searchPart(db),
    ...parts.journalPart(db),
    commit: (change, given = {}) =>
      connection.writeInTurns(change.bank, () =>
        inSteps(
          connection,
          (function* () {
            const bank = yield* bankRow(change.bank);
            assertExpected(bank, given);
            return yield* applyChange(db.dialect, bank, change);
          })(),
        ),
      ),
    ...parts.recordsPart(db),
    ...parts.derivedPart(db),
    snapshotParts: (bank) => snapshotParts(db, bank),
    ...carePart(connection, db),
    ...parts.accessPart(db),
    close: async () => connection.close(),
  };
}

/**
 * A store in this process that persists nothing: every guarantee of the port except durability. For tests and for
 * scratch banks. Throws `unavailable` if no SQLite driver loads.
 */
export function openMemoryStore(options: Pick<SqliteStoreOptions, 'fitsSpace'> = {}): Store {
  return { ...openSqliteStore({ ...options, path: ':memory:' }), kind: 'memory' };
}

function databaseOf(connection: Connection): Database {
  const numberOf = (bank: BankName): number =>
    connection.numberOf(bank, () => runQuery(connection, bankNumber(bank)));
  const rowOf = (bank: BankName) => {
    const row = runQuery(connection, bankRow(bank));
    connection.numberOf(bank, () => row.num);
    return row;
  };
  return {
    dialect: sqliteDialect(connection),
    read: (bank, query) =>
      connection.readWhole(bank, () => runQuery(connection, query(numberOf(bank)))),
    readLong: (bank, query) =>
      connection.readInTurns(bank, () => inSteps(connection, query(numberOf(bank)))),
    readRow: (bank, query) =>
      connection.readInTurns(bank, () => inSteps(connection, query(rowOf(bank)))),
    write: (bank, query) => connection.write(() => runQuery(connection, query(rowOf(bank)))),
    readFile: async (query) => connection.read(() => runQuery(connection, query())),
    readBanks: (bank, query) => connection.readWhole(bank, () => runQuery(connection, query())),
    writeFile: (query) => connection.write(() => runQuery(connection, query())),
  };
}

/** One part at a time: together they may be as large as the index. */
async function* snapshotParts(
  db: Database,
  name: BankName,
): AsyncIterable<readonly [string, Uint8Array]> {
  const own = partOf(await db.read(name, currentSnapshot), '');
  const names = await db.read(name, (bank) =>
    raw<{ readonly part: string }>(
      'SELECT part FROM snapshot_part WHERE bank = ? AND part LIKE ?',
      ...[bank, `${own}%`],
    ),
  );
  for (const { part } of names) {
    const data = await db.read(name, (bank) => readPart(bank, part));
    if (data !== null) yield [part.slice(own.length), data];
  }
}

function carePart(connection: Connection, db: Database): StoreCare {
  const wholeFile = <T>(work: () => T): Promise<T> => connection.readWhole(null, work);
  return {
    ...parts.carePart(db),
    unreadable: (bank) =>
      connection.readWhole(bank, () =>
        connection.damage.told(runQuery(connection, bankNumber(bank))),
      ),
    check: () => wholeFile(() => checkStore(connection)),
    copyTo: (path, at, options) => copyStore(connection, path, at, options),
    exportBank: (bank) => wholeFile(() => exportFile(connection, bank)),
    forkBank: (bank, change, options = {}) =>
      connection.writeInTurns(change.bank, () =>
        inSteps(connection, forkBank(db.dialect, bank, change, options)),
      ),
    dropBank: (name) =>
      db.writeFile(function* () {
        const row = yield* findBank(name);
        if (row !== null) yield* dropBank(db.dialect, row.num);
        return row !== null;
      }),
    scrub: (waitMs) => scrub(connection, waitMs),
    findBytes: (needles) => wholeFile(() => findBytes(connection, needles)),
    mend: () => connection.write(() => mendStore(connection)),
    rebuild: async () => connection.write(() => rebuildStore(connection)),
    displaced: async () => connection.displaced(),
  };
}

/** Reads a snapshot of a bank while others write: a separate connection holds it until the end. */
function exportFile(connection: Connection, name: BankName): BankExport {
  const own = !connection.isAlone;
  const reader = own ? connection.another() : connection;
  // Close immediately on failure, as nobody will read the stream to its end.
  try {
    if (own) reader.database.exec('PRAGMA busy_timeout = 10000; BEGIN');
    const { row, bank, counts } = runQuery(reader, exportHead(name));
    const pages = pagesOf(reader, row.num);
    // With a single connection there is no snapshot: read everything before anything else runs.
    const records = own
      ? closingStream(streamed(reader, pages), () => reader.close())
      : streamed(reader, [...pages]);
    return { bank, fileVersion: FILE_VERSION, counts, records };
  } catch (error) {
    if (own) reader.close();
    throw translateSqliteError(error, connection.path);
  }
}

function* pagesOf(
  reader: Connection,
  bank: number,
): Generator<readonly PortableRecord[], void, undefined> {
  const dialect = sqliteDialect(reader);
  for (let place: ExportPosition | null = BEGINNING; place !== null;) {
    const { records, next }: Page = runQuery(reader, exportPage(dialect, bank, place));
    if (records.length > 0) yield records;
    place = next;
  }
}

async function* streamed(
  { path }: Connection,
  pages: Iterable<readonly PortableRecord[]>,
): BankExport['records'] {
  try {
    yield* pages;
  } catch (error) {
    throw translateSqliteError(error, path);
  }
}
