import { randomUUID } from 'node:crypto';
import { PORTABLE_VERSION } from '@mneme/core/adapters/store/portable-fields.js';
import {
  assertExpected,
  bankFromRow,
  bankRow,
  dropBank,
  dropBanks,
  findBank,
  HIDDEN_PREFIX,
} from '@mneme/core/adapters/store/sql/banks.js';
import { applyChange } from '@mneme/core/adapters/store/sql/commit.js';
import { currentSnapshot, partOf, whole } from '@mneme/core/adapters/store/sql/derived.js';
import type { Database } from '@mneme/core/adapters/store/sql/dialect.js';
import {
  BEGINNING,
  exportHead,
  exportPage,
  type ExportPosition,
  type Page,
} from '@mneme/core/adapters/store/sql/export.js';
import * as parts from '@mneme/core/adapters/store/sql/parts.js';
import { searchPart } from '@mneme/core/adapters/store/sql/parts.js';
import { raw } from '@mneme/core/adapters/store/sql/query.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import {
  type BankExport,
  closingStream,
  type PortableRecord,
} from '@mneme/core/domain/import-export.js';
import type { StoreJournal } from '@mneme/core/ports/store-records.js';
import type { FitsSpace, Store, StoreCare } from '@mneme/core/ports/store.js';
import { checkStore, forkBank, rebuildStore, scrub } from './care.js';
import { channelOf, Connection } from './connection-pool.js';
import { postgresDialect } from './dialect.js';
import { clientSettings, loadDriver, readAddress } from './driver.js';
import { clientOfHosts, Hosts } from './hosts.js';
import { migrate } from './migrations.js';
import { runQuery } from './run-query.js';
import { Follower, type Session } from './session.js';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database?schema=mneme&pool=10&wait=10000`. */
  readonly address: string;
  readonly readOnly?: boolean;
  /** Refuses a missing schema instead of creating it. Default: false. */
  readonly mustExist?: boolean;
  /** Detects codes that no encoder could have produced. Default: all are accepted. */
  readonly fitsSpace?: FitsSpace;
}

/** The oldest supported version of the server. */
const OLDEST_SERVER = 130_000;

/** Connects to the server, creates the schema if missing, and migrates it. */
export async function connect({
  address: given,
  readOnly = false,
  mustExist = false,
  fitsSpace = () => true,
}: PostgresStoreOptions): Promise<{ readonly connection: Connection; readonly server: string }> {
  const address = readAddress(given);
  const driver = await loadDriver();
  const settings = clientSettings(driver, address);
  const { connectionStrings: hosts, waitMs } = address;
  const Client =
    hosts.length === 1
      ? driver.Client
      : clientOfHosts(driver.Client, new Hosts(hosts), waitMs / (2 * hosts.length));
  const pool = new driver.Pool({ ...settings, Client });
  const follower =
    address.follow === 'notify'
      ? new Follower(() => new Client(settings), channelOf(address))
      : null;
  const connection = new Connection(pool, address, { readOnly, fitsSpace, follower });
  try {
    const server = await connection.read(async (session) => {
      const row = await session.first<{ version: string; number: string }>(
        "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
      );
      if (Number(row?.number ?? 0) < OLDEST_SERVER)
        throw new MnemeError(
          'unavailable',
          `${address.shown} is PostgreSQL ${row?.version ?? ''}.`,
          {
            field: 'store',
            value: address.shown,
            hint: 'Mneme needs PostgreSQL 13 or later.',
          },
        );
      await migrate(session, address, { readOnly, mustExist });
      return row?.version.split(' ')[0] ?? '';
    });
    return { connection, server };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Rows arrive as text over a socket: some hundred take as long as thousands from a file. */
const SNAPSHOT_FROM = 500;

/**
 * Opens the banks of a schema on a PostgreSQL server, and creates it if missing: many banks, many processes, one
 * writer per bank at a time. Errors: `invalid_input`, `not_found`, `not_a_bank`, `newer_version`, `denied`,
 * `unauthorised`, `unavailable`.
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
    ...journalPart(connection, db),
    ...parts.recordsPart(db),
    ...parts.derivedPart(db),
    snapshotParts: (name) => snapshotParts(connection, name),
    ...carePart(connection, db),
    ...parts.accessPart(db),
    close: () => connection.close(),
  };
}

function databaseOf(connection: Connection): Database {
  const read: Database['read'] = (name, query) =>
    connection.readBank(name, (session, bank) => runQuery(session, query(bank)));
  const readFile: Database['readFile'] = (query) =>
    connection.read((session) => runQuery(session, query()));
  return {
    dialect: postgresDialect(connection.channel, connection.fitsSpace),
    read,
    // Several statements: in a transaction of its own, or a commit between them would show by half.
    readLong: async (name, query) => {
      const { session, close } = await connection.openSnapshot();
      try {
        return await runQuery(session, query((await connection.lookUp(session, name)).num));
      } finally {
        await close();
      }
    },
    readRow: (name, query) =>
      connection.read(async (session) =>
        runQuery(session, query(await connection.lookUp(session, name))),
      ),
    write: (name, query) =>
      connection.writeBank(name, (session, row) => runQuery(session, query(row))),
    readFile,
    readBanks: (_, query) => readFile(query),
    writeFile: (query) => connection.write((session) => runQuery(session, query())),
  };
}

function journalPart(connection: Connection, db: Database): StoreJournal {
  const common = parts.journalPart(db);
  return {
    ...common,
    bank: async (name) => {
      const row = await connection.read((session) => runQuery(session, findBank(name)));
      // Another bank may have taken its name.
      connection.know(name, row?.num ?? null);
      return row === null ? null : bankFromRow(row);
    },
    commit: async (change, given = {}) => {
      const token = randomUUID();
      const { num, sequence } = await connection.writeBank(
        change.bank,
        async (session, bank) => {
          assertExpected(bank, given);
          const made = await runQuery(session, applyChange(db.dialect, bank, change, token));
          return { num: bank.num, sequence: made };
        },
        (session, made) => isCommitted(session, change.bank, made.sequence, token),
      );
      connection.committed(num, sequence);
      return sequence;
    },
    since: async (name, sequence, ...more) => {
      connection.assertOpen();
      return connection.hasChanged(name, sequence) ? common.since(name, sequence, ...more) : [];
    },
  };
}

/**
 * Whether a change with this token was committed, once no transaction holds the bank: checked when the commit was not
 * confirmed.
 */
async function isCommitted(
  session: Session,
  name: BankName,
  sequence: number,
  token: string,
): Promise<boolean> {
  const { num } = await runQuery(session, bankRow(name, true));
  await session.enter(num);
  const line = await session.first<{ token: string | null }>(
    'SELECT token FROM journal WHERE bank = $1 AND sequence = $2',
    [num, sequence],
  );
  return line?.token === token;
}

/** In two round trips. */
async function* snapshotParts(
  connection: Connection,
  name: BankName,
): AsyncIterable<readonly [string, Uint8Array]> {
  const found = await connection.readBank(name, async (session, bank) => {
    const own = partOf(await runQuery(session, currentSnapshot(bank)), '');
    return session.bytes(
      `SELECT substr(part, ${own.length + 1}), data FROM snapshot_part WHERE bank = ${bank} AND part LIKE '${own}%'`,
    );
  });
  for (const [part, stored] of found) {
    const data = whole(stored ?? new Uint8Array());
    if (data !== null) yield [part?.toString() ?? '', data];
  }
}

function carePart(connection: Connection, db: Database): StoreCare {
  const common = parts.carePart(db);
  return {
    ...common,
    loadBank: async (name, head) => {
      const loader = await common.loadBank(name, head);
      const finish: typeof loader.finish = async (options) => {
        await loader.finish(options);
        // An empty bank of that name had another number.
        connection.forget(name);
      };
      return { ...loader, finish };
    },
    // Called at every recall. Unreadable rows are never left out here: reading one fails with `corrupt`, and `check`
    // finds it.
    unreadable: async () => {
      connection.assertOpen();
      return [];
    },
    check: () => checkStore(connection),
    copyTo: () =>
      Promise.reject(
        new MnemeError('unavailable', 'This store lives on a server: there is no file to copy.', {
          field: 'path',
          hint: 'Back up the server by its own means (pg_dump, pg_basebackup; docs/postgres.md), or export a bank with `mneme export`.',
        }),
      ),
    exportBank: (name) => exportBank(connection, db, name),
    forkBank: async (name, change, options = {}) => {
      const token = randomUUID();
      const made = await db.writeFile(() =>
        forkBank(db.dialect, name, change, { ...options, token }),
      );
      connection.forget(change.bank);
      connection.committed(made.num, made.sequence);
      return made.sequence;
    },
    dropBank: async (name) => {
      const dropped = await db.writeFile(function* () {
        const row = yield* findBank(name, true);
        if (row === null) return false;
        yield* dropBank(db.dialect, row.num);
        // Processes that follow by notifications query the bank again, and find that it is gone.
        const told = `${row.num} ${row.sequence + 1}`;
        yield* raw('SELECT pg_notify(?, ?)', connection.channel, told);
        return true;
      });
      connection.forget(name);
      return dropped;
    },
    scrub: () => scrub(connection),
    // A client cannot read the server's disks.
    findBytes: () => Promise.resolve({ searched: 0, found: 0, partsOfOthers: 0 }),
    mend: async () => {
      const dropped = await db.writeFile(() => dropBanks(db.dialect, HIDDEN_PREFIX));
      return dropped === 0 ? [] : [`${dropped} imports that were cut off were taken away.`];
    },
    rebuild: () => rebuildStore(connection),
    displaced: () => Promise.resolve(null),
  };
}

/** Exports a bank as it is at this moment, while others write: one transaction holds the snapshot until the end. */
async function exportBank(
  connection: Connection,
  { dialect }: Database,
  name: BankName,
): Promise<BankExport> {
  const { session, close } = await connection.openSnapshot();
  async function* records(bank: number): AsyncGenerator<readonly PortableRecord[]> {
    for (let place: ExportPosition | null = BEGINNING; place !== null;) {
      const page: Page = await runQuery(session, exportPage(dialect, bank, place));
      if (page.records.length > 0) yield page.records;
      place = page.next;
    }
  }
  try {
    const { row, bank, counts } = await runQuery(session, exportHead(name));
    return {
      ...{ bank, counts, fileVersion: PORTABLE_VERSION },
      records: closingStream(records(row.num), close),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
