import { type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';

/** A parameter of a statement; a list is sent as an array. */
export type PgValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null | Uint8Array)[];

/** The part of a client of `pg` that we use. */
interface PgClient {
  query(
    statement: PgStatement,
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface PgStatement {
  /** The name under which the server caches the prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** A statement that receives the server's raw data instead of rows. */
interface PgSubmitted {
  submit(wire: { query(text: string): void }): Error | null;
  handleCopyData(message: { readonly chunk: Uint8Array }): void;
  handleError(error: Error): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

export interface PgPoolClient extends PgClient {
  query(
    statement: PgStatement,
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
  query(statement: PgSubmitted): unknown;
  /** Returns it to the pool; with true it is closed instead. */
  release(close?: boolean): void;
}

/** The part of the pool that we use. */
export interface PgPool {
  connect(): Promise<PgPoolClient>;
  on(event: 'connect', listener: (client: PgClient) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

/** A client outside the pool, which listens while the store is open. */
export interface PgListener extends PgClient {
  connect(): Promise<void>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): unknown;
}

export type PgClientClass = new (settings: PgSettings) => PgListener;

/** The settings that clients are created with. */
export interface PgSettings {
  readonly connectionString: string;
  readonly application_name: string;
  /** Options for the session, in the syntax of the server's command line. */
  readonly options: string;
  /** What a pool makes its clients of. Default: the driver's own. */
  readonly Client?: PgClientClass;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
  readonly types: {
    getTypeParser(oid: number, format?: string): (value: never) => unknown;
  };
}

/** The part of the package `pg` that we use. */
interface PgModule {
  readonly Pool: new (settings: PgSettings) => PgPool;
  readonly Client: PgClientClass;
  readonly types: PgSettings['types'];
}

/** What the address of a store specifies in addition to the server's location. */
export interface StoreAddress {
  /** One for each host: a primary and its standbys, in any order. */
  readonly connectionStrings: readonly string[];
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

/** `postgres://user:password@`, the hosts, and the rest. */
const PARTS = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Reads `postgres://user@host:port/database?schema=…&pool=…&wait=…`, with several hosts where there are standbys:
 * `host:port,host:port`. Throws `invalid_input`.
 */
export function readAddress(text: string): StoreAddress {
  const [, begin = '', hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => {
    try {
      return new URL(begin === '' ? text : `${begin}${host}${rest}`);
    } catch (cause) {
      throw refused('is no address', 'Give postgres://user@host:5432/database.', cause);
    }
  });
  const [url] = urls as [URL];
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
  for (const each of urls)
    for (const own of ['schema', 'pool', 'wait', 'follow']) each.searchParams.delete(own);
  const user = url.username === '' ? '' : `${url.username}@`;
  return {
    connectionStrings: urls.map(({ href }) => href),
    shown: `${url.protocol}//${user}${urls.map(({ host }) => host).join(',')}${url.pathname}?schema=${schema}`,
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

/** The server cannot be used now, as if the connection to it were lost. */
export class ConnectionLost extends Error {}

export function clientSettings(driver: PgModule, address: StoreAddress): PgSettings {
  const { schema, waitMs } = address;
  return {
    connectionString: address.connectionStrings[0] ?? '',
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

const OWN_FILES =
  'Nothing of this change was written. The server cannot use its own files: look into its log, at the rights of its folder';
/**
 * Parts of the server that access files: a missing permission there has the same code as a missing privilege of the
 * role.
 */
const FILE_PARTS =
  /^(?:fd|md|xlog\w*|smgr|slru|copydir|relmapper|storage|buffile|sharedfileset)\.c$/;

/**
 * Classes and codes of the server (https://www.postgresql.org/docs/current/errcodes-appendix.html) that matter to our
 * callers.
 */
const BY_CODE: readonly (readonly [begins: string, code: ErrorCode, hint: string])[] = [
  ['28', 'unauthorised', 'Look at the user and the password of the address, and at pg_hba.conf.'],
  ['3D000', 'not_found', 'Create the database first: `createdb NAME`.'],
  ['42501', 'denied', 'Grant the role what it lacks: docs/postgres.md has the statements.'],
  ['25006', 'read_only', 'The server, or the role, only reads: write through the primary.'],
  ['55P03', 'locked', 'Another process holds the bank; try again.'],
  ['40', 'locked', 'Others changed the same at the same moment; try again.'],
  [
    '53300',
    'unavailable',
    'The server admits no more connections: lower ?pool=… or raise max_connections.',
  ],
  ['53100', 'disk_full', 'Make room on the server; nothing of this change was written.'],
  ['53', 'disk_full', 'The server is out of resources; nothing of this change was written.'],
  ['58', 'unavailable', `${OWN_FILES}, and at its disk.`],
  ['XX', 'corrupt', 'Look into the server’s log; restore a backup of the server.'],
];

const AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Whether the connection was lost or could not be made, rather than a statement failing: it can be retried. */
export function isAway(error: unknown): boolean {
  if (MnemeError.is(error)) return false;
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  // A table was altered: what this connection has prepared cannot be run any more.
  if (code === '0A000') return partOf(error) === 'plancache.c';
  // 57P: shut down, crashed, starting up. 08: lost connections.
  if (code !== undefined) return AWAY.has(code) || code.startsWith('57P') || code.startsWith('08');
  return (
    error instanceof Error &&
    /^(?:Connection terminated|timeout expired|Client has encountered|Client was closed)/.test(
      error.message,
    )
  );
}

/** Deadlock, conflict of transactions, a lock that was not had in time, no free connection on the server. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['40P01', '40001', '55P03', '53300']);

/** Whether it failed as others were at work, and may succeed if all of its transaction is repeated. */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN.has(codeOf(error));

/** Whether a statement does not fit the tables, as after a migration by a newer version. */
export function isMisfit(error: unknown): boolean {
  const code = codeOf(error);
  return code === '42P01' || code === '42703';
}

/** Whether all connections of the pool were in use for the whole wait. */
export function isPoolUsedUp(error: unknown): boolean {
  return (
    error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  );
}

/** Translates a driver's exception into one of ours; ours is returned unchanged. */
export function translatePostgresError(error: unknown, shown: string): unknown {
  if (MnemeError.is(error)) return error;
  const told = (code: ErrorCode, hint: string): MnemeError =>
    new MnemeError(code, `${shown}: ${reasonOf(error)}.`, {
      field: 'store',
      value: shown,
      hint,
      cause: error,
    });
  if (isPoolUsedUp(error))
    return told(
      'unavailable',
      'All connections are in use, or the server does not answer: raise ?pool=…, or look at what holds them.',
    );
  const code = codeOf(error);
  if (code === '42501' && FILE_PARTS.test(partOf(error)))
    return told('read_only', `${OWN_FILES}, and whether its disk is mounted to be read alone.`);
  const known = BY_CODE.find(([begins]) => code?.startsWith(begins) === true);
  if (known !== undefined) return told(known[1], known[2]);
  if (isAway(error))
    return told('unavailable', 'Start the server, or look at the address and the network.');
  return error;
}

/** The source file of the server that reported the error. */
function partOf(error: unknown): string {
  const { file } = error as { readonly file?: unknown };
  return typeof file === 'string' ? file : '';
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

export function unreadable(what: string): MnemeError {
  return new MnemeError('corrupt', `The store is damaged: ${what} cannot be read.`, {
    hint: '`mneme doctor` names all that cannot be read; restore a backup of the server.',
  });
}
