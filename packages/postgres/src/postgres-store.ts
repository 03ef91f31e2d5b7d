import type { Store } from '@mneme/core/ports/store.js';
import { searchPart } from '@mneme/core/adapters/store/sql/search.js';
import { connect, type PostgresStoreOptions } from './connect.js';
import { accessPart } from '@mneme/core/adapters/store/sql/parts.js';
import { carePart } from './parts/care.js';
import { derivedPart } from './parts/derived.js';
import { journalPart } from './parts/journal.js';
import { recordsPart } from './parts/records.js';
import { databaseOf } from './run-query.js';

/** Rows come through a socket as text: some hundred take as long as thousands out of a file. */
const SNAPSHOT_FROM = 500;

/**
 * Opens the banks of a schema on a server of PostgreSQL, and founds it where it is new: many banks, many processes, one writer a
 * bank at a time. Errors: `invalid_input`, `not_found`, `not_a_bank`, `newer_version`, `denied`, `unauthorised`, `unavailable`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { connection, server } = await connect(options);
  const db = databaseOf(connection);
  return {
    kind: `PostgreSQL ${server} at ${connection.address.shown}`,
    file: null,
    readOnly: connection.readOnly,
    snapshotFrom: SNAPSHOT_FROM,
    search: searchPart(db),
    ...journalPart(connection),
    ...recordsPart(connection, db),
    ...derivedPart(connection, db),
    ...carePart(connection),
    ...accessPart(db),
    close: () => connection.close(),
  };
}
