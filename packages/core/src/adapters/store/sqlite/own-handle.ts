import { fstatSync, readdirSync, readSync, statSync } from 'node:fs';
import { translateFileError } from '../../../disk/file-fault.js';
import { MnemeError } from '../../../domain/errors.js';

/**
 * Where the system lists the open files of this process. Windows has no such list; there, closing a handle only
 * releases that handle's locks.
 */
const OPEN_HERE = '/dev/fd';

/**
 * The handle by which this process, including SQLite in it, already has a file open under any name; null if there is
 * none. POSIX releases all of a process's locks on a file when it closes any handle to it
 * (https://www.sqlite.org/howtocorrupt.html, 2.2): a file that is open here must be read through this handle, which
 * the caller must not close, or not at all.
 */
export function ownHandle(path: string): number | null {
  const found = identityOf(path);
  return found === null ? null : (handles().find((handle) => leadsTo(handle, found)) ?? null);
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Null for what does not exist or cannot be checked: opening it will report why. */
function identityOf(path: string): Identity | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

function handles(): number[] {
  try {
    return readdirSync(OPEN_HERE).map(Number);
  } catch {
    return [];
  }
}

function leadsTo(handle: number, { dev, ino }: Identity): boolean {
  try {
    const opened = fstatSync(handle, { bigint: true });
    return opened.dev === dev && opened.ino === ino;
  } catch {
    // Closed meanwhile, like the handle that read the list.
    return false;
  }
}

/**
 * First bytes of the files that SQLite opens: the database, its log in both byte orders, the shared index of its log.
 */
const OF_SQLITE: readonly Buffer[] = [
  Buffer.from('SQLite format 3\0'),
  Buffer.from([0x37, 0x7f, 0x06, 0x82]),
  Buffer.from([0x37, 0x7f, 0x06, 0x83]),
  Buffer.from(Uint32Array.of(3_007_000).buffer),
];

/**
 * Call this before reading a file as anything other than a bank. Throws `invalid_input` for one that SQLite has open
 * in this process, and whatever reading it throws.
 */
export function assertNotOpenHere(path: string): void {
  const handle = ownHandle(path);
  if (handle === null) return;
  const head = Buffer.alloc(16);
  try {
    readSync(handle, head, 0, head.length, 0);
  } catch (error) {
    throw translateFileError(error, path);
  }
  if (!OF_SQLITE.some((mark) => head.subarray(0, mark.length).equals(mark))) return;
  throw new MnemeError('invalid_input', `${path} is a memory that this process has open.`, {
    field: 'path',
    value: path,
    hint: 'Give another file; `mneme backup` and `mneme export` copy a memory while it is open.',
  });
}
