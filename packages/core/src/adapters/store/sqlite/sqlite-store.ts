import * as parts from '../sql/parts.js';
import type { BankName } from '../../../domain/ids.js';
import type { BankExport, PortableRecord } from '../../../domain/import-export.js';
import { closingStream } from '../../../domain/streams.js';
import type { StoreCare } from '../../../ports/store-care.js';
import type { Store } from '../../../ports/store.js';
import { assertExpected, bankNumber, bankRow, dropBank, findBank } from '../sql/banks.js';
import { applyChange } from '../sql/commit.js';
import { whole } from '../sql/derived.js';
import type { Database } from '../sql/dialect.js';
import { BEGINNING, exportHead, exportPage, type Page, type Place } from '../sql/export.js';
import { raw, rows } from '../sql/query.js';
import { searchPart } from '../sql/search.js';
import { copyStore } from './backup.js';
import { checkStore, rebuildStore } from './check.js';
import { connect, type SqliteStoreOptions } from './connect.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { findBytes } from './find-bytes.js';
import { forkBank } from './fork-bank.js';
import { mendStore } from './mend.js';
import { FILE_VERSION } from './migrations.js';
import { inSteps, runQuery } from './run-query.js';
import { scrub } from './scrub.js';
import { translateSqliteError } from './sqlite-errors.js';

/**
 * Opens (and creates) a bank file: WAL, full durability, one writer at a time, any number of readers, several
 * processes. Errors: `not_a_bank`, `newer_version`, `locked`, `read_only`, `not_found`, `unavailable`.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const connection = connect(options);
  const { database, path } = connection;
  const db = databaseOf(connection);
  return {
    kind: `SQLite by ${database.driver}`,
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
  const names = await db.read(name, (bank) =>
    raw<{ readonly part: string }>('SELECT part FROM snapshot_part WHERE bank = ?', bank),
  );
  for (const { part } of names) {
    const [found] = await db.read(name, (bank) =>
      rows<{ readonly data: Uint8Array }>(
        'snapshot_part',
        bank,
        'SELECT data FROM snapshot_part WHERE bank = ? AND part = ?',
        ...[bank, part],
      ),
    );
    const data = found === undefined ? null : whole(found.data);
    if (data !== null) yield [part, data];
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
  for (let place: Place | null = BEGINNING; place !== null;) {
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
