import type { Store } from '../../../ports/store.js';
import { connect, type SqliteStoreOptions } from './connect.js';
import { searchPart } from '../sql/search.js';
import { databaseOf } from './database.js';
import { accessPart } from '../sql/parts.js';
import { carePart } from './parts/care.js';
import { derivedPart } from './parts/derived.js';
import { journalPart } from './parts/journal.js';
import { recordsPart } from './parts/records.js';

/**
 * Opens (and creates) a bank file: WAL, full durability, one writer at a time, any number of readers,
 * several processes. Errors: `not_a_bank`, `newer_version`, `locked`, `read_only`, `not_found`,
 * `unavailable`.
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
    ...journalPart(connection),
    ...recordsPart(connection, db),
    ...derivedPart(connection, db),
    ...carePart(connection),
    ...accessPart(db),
    close: async () => connection.close(),
  };
}

/**
 * A store that lives in this process and persists nothing: every guarantee of the port except durability.
 * For tests and for scratch banks. Throws `unavailable` where no SQLite driver loads.
 */
export function openMemoryStore(options: Pick<SqliteStoreOptions, 'fitsSpace'> = {}): Store {
  return { ...openSqliteStore({ ...options, path: ':memory:' }), kind: 'memory' };
}
