import { MnemeError } from '@mneme/core/domain/errors.js';
import type { FitsSpace } from '@mneme/core/ports/store.js';
import { channelOf, Connection } from './connection.js';
import { Follower } from './follow.js';
import { migrate } from './migrations.js';
import { clientSettings, loadDriver, readAddress } from './open-database.js';

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
  const pool = new driver.Pool(settings);
  const follower =
    address.follow === 'notify'
      ? new Follower(() => new driver.Client(settings), channelOf(address))
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
