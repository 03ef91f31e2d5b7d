import { MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';

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
  const code = codeOf(error);
  // 57P: shut down, crashed, starting up. 08: lost connections.
  if (code !== undefined) return AWAY.has(code) || code.startsWith('57P') || code.startsWith('08');
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Client has encountered|Client was closed)/.test(error.message)
  );
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
