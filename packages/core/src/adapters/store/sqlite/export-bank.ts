import type { BankName } from '../../../domain/ids.js';
import type { BankExport, PortableRecord } from '../../../domain/import-export.js';
import { closingStream } from '../../../domain/streams.js';
import { BEGINNING, exportHead, exportPage, type Page, type Place } from '../sql/export.js';
import type { Connection } from './connection.js';
import { sqliteDialect } from './dialect.js';
import { FILE_VERSION } from './migrations.js';
import { runQuery } from './run-query.js';
import { translateSqliteError } from './sqlite-errors.js';

/** Reads a snapshot of a bank while others write: a separate connection holds it until the end. */
export function exportFile(connection: Connection, name: BankName): BankExport {
  const own = !connection.isAlone;
  const reader = own ? connection.another() : connection;
  // Close immediately on failure: nobody would read to the end.
  try {
    if (own) reader.database.exec('PRAGMA busy_timeout = 10000; BEGIN');
    const { row, bank, counts } = runQuery(reader, exportHead(name));
    const pages = pagesOf(reader, row.num);
    // With a single connection there is no snapshot: everything is read before anything else can
    // happen.
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
