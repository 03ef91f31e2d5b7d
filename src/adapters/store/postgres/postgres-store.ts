import type { FitsSpace, Store } from '../../../ports/store.js';
import { connect } from './connect.js';
import { accessPart } from './parts/access.js';
import { carePart } from './parts/care.js';
import { derivedPart } from './parts/derived.js';
import { journalPart } from './parts/journal.js';
import { recordsPart } from './parts/records.js';
import { createSearch } from './search.js';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database?schema=mneme&pool=10&wait=10000`. */
  readonly address: string;
  readonly readOnly?: boolean;
  /** Refuses a schema that is not there instead of founding it. Default: false. */
  readonly mustExist?: boolean;
  /** Tells codes that cannot be what an encoder made. Default: all are taken as they are. */
  readonly fitsSpace?: FitsSpace;
}

/**
 * Opens the banks of a schema on a server of PostgreSQL, and founds it where it is new: many banks, many processes, one writer a
 * bank at a time. Errors: `invalid_input`, `not_found`, `not_a_bank`, `newer_version`, `denied`, `unauthorised`, `unavailable`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { connection, server } = await connect(options);
  return {
    kind: `PostgreSQL ${server} at ${connection.address.shown}`,
    file: null,
    readOnly: connection.readOnly,
    search: createSearch(connection),
    ...journalPart(connection),
    ...recordsPart(connection),
    ...derivedPart(connection),
    ...carePart(connection),
    ...accessPart(connection),
    close: () => connection.close(),
  };
}
