import { MnemeError } from '@mneme/core/domain/errors.js';
import type { PgModule, PgSettings } from './postgres-database.js';

/** What the address of a store specifies in addition to the server's location. */
export interface StoreAddress {
  readonly connectionString: string;
  /** The address without its password, for messages and logs. */
  readonly shown: string;
  readonly schema: string;
  /** Maximum number of connections. */
  readonly pool: number;
  /** How long a call waits for a connection, a lock, or an unavailable server, in milliseconds. */
  readonly waitMs: number;
  /** How a process learns of others' changes: by a query before each answer, or by notifications. */
  readonly follow: 'ask' | 'notify';
}

const DEFAULT_POOL = 10;
const DEFAULT_WAIT_MS = 10_000;
/** The server truncates longer names. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** Reads `postgres://user@host:port/database?schema=…&pool=…&wait=…`. Throws `invalid_input`. */
export function readAddress(text: string): StoreAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw refused('is no address', 'Give postgres://user@host:5432/database.', cause);
  }
  const schema = url.searchParams.get('schema') ?? 'mneme';
  if (!SCHEMA.test(schema))
    throw refused(
      'its schema is no plain name',
      'Use lower-case letters, digits and _ in ?schema=…',
    );
  const pool = numberOf(url, 'pool', DEFAULT_POOL, [2, 1_000]);
  const waitMs = numberOf(url, 'wait', DEFAULT_WAIT_MS, [0, 600_000]);
  const follow = url.searchParams.get('follow') ?? 'ask';
  if (follow !== 'ask' && follow !== 'notify')
    throw refused('has a way to follow that is none', 'Give ?follow=ask or ?follow=notify.');
  for (const own of ['schema', 'pool', 'wait', 'follow']) url.searchParams.delete(own);
  const shown = new URL(url.href);
  shown.password = '';
  shown.search = '';
  return {
    connectionString: url.href,
    shown: `${shown.href}?schema=${schema}`,
    schema,
    pool,
    waitMs,
    follow,
  };
}

function numberOf(
  url: URL,
  name: string,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const given = url.searchParams.get(name);
  if (given === null) return fallback;
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw refused(
    `${name} is not between ${least} and ${most}`,
    `Give ?${name}= a whole number between ${least} and ${most}.`,
  );
}

/** The message omits the address, which may contain a password. */
function refused(what: string, hint: string, cause?: unknown): MnemeError {
  return new MnemeError('invalid_input', `store: the address of the server ${what}.`, {
    field: 'store',
    hint,
    cause,
  });
}

/** Loads the driver. Throws `unavailable` if it is not installed. */
export async function loadDriver(): Promise<PgModule> {
  try {
    const loaded = (await import('pg')) as unknown as { readonly default: PgModule };
    return loaded.default;
  } catch (cause) {
    throw new MnemeError('unavailable', 'store: the package pg is not installed.', {
      field: 'store',
      hint: 'Install it beside Mneme: `npm install pg`.',
      cause,
    });
  }
}

/** The server's 64-bit integers; ours all fit a double exactly. */
const INT8 = 20;

export function clientSettings(driver: PgModule, address: StoreAddress): PgSettings {
  const { schema, waitMs } = address;
  return {
    connectionString: address.connectionString,
    application_name: 'mneme',
    options: `-c search_path=${schema} -c lock_timeout=${waitMs} -c client_min_messages=warning -c statement_timeout=0`,
    max: address.pool,
    connectionTimeoutMillis: Math.max(1, waitMs),
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 && format !== 'binary' ? Number : driver.types.getTypeParser(oid, format),
    },
  };
}
