import {
  fstatSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  unwatchFile,
  watchFile,
} from 'node:fs';
import type { SqliteDatabase } from './sqlite-database.js';
import { translateFileError } from '../../../disk/files.js';
import { MnemeError } from '../../../domain/errors.js';

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const LOG = ['-wal', '-shm'] as const;
/**
 * How often the file is checked while idle, in milliseconds: less than a process takes from its start to opening the
 * file.
 */
const LOOK_EVERY = 250;

/**
 * Watches the location of an open bank's files. Any process may remove, rename or replace them; SQLite continues with
 * the files it has open, and leaves its log next to a file that is not its own
 * (https://www.sqlite.org/howtocorrupt.html, 2.4 and 2.5).
 */
export class FilePlace {
  readonly #path: string;
  readonly #opened = new Map<string, Identity>();
  readonly #look = (): void => void this.fault();
  #fault: string | null = null;

  /** Create it once SQLite has the file open. A read-only connection has no log to remove. */
  constructor(
    private readonly database: SqliteDatabase,
    private readonly named: string,
  ) {
    this.#path = realpathSync(named);
    // A log is created on the first access to the file.
    database.prepare('PRAGMA schema_version').get();
    for (const part of database.readOnly ? [''] : ['', ...LOG]) {
      const found = this.#at(part);
      if (found !== undefined) this.#opened.set(part, found);
    }
    if (!database.readOnly)
      watchFile(this.#path, { interval: LOOK_EVERY, persistent: false }, this.#look);
  }

  /**
   * A message saying what was removed or replaced; null if everything is in place. A fault is permanent until the
   * file is opened again.
   */
  fault(): string | null {
    if (this.#fault !== null) return this.#fault;
    const missed = [...this.#opened.keys()].find((part) => !this.#stands(part));
    if (missed === undefined) return null;
    this.#fault =
      this.#at(missed) === undefined
        ? `${this.named}${missed} was removed while it was open.`
        : `Another file took the place of ${this.named}${missed} while it was open.`;
    if (!this.database.readOnly) this.#letGo();
    return this.#fault;
  }

  close(): void {
    // If the file was just replaced, the new one must not meet the log that SQLite leaves.
    this.fault();
    unwatchFile(this.#path, this.#look);
  }

  /** Checkpoints the log into the file it belongs to, and removes it from next to the file that is there now. */
  #letGo(): void {
    // Another process already writes another log of the same file: checkpointing this one would overwrite it.
    if (this.#stands('') && LOG.some((part) => this.#at(part) !== undefined && !this.#stands(part)))
      return;
    try {
      this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The disk is full, or another process is reading: reads continue from the log, which this process still has
      // open.
    }
    for (const part of LOG) if (this.#stands(part)) rmSync(this.#path + part, { force: true });
  }

  #at(part: string): Identity | undefined {
    try {
      return statSync(this.#path + part, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      // If the file can no longer be checked, assume that it is in place.
      return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
        ? undefined
        : this.#opened.get(part);
    }
  }

  #stands(part: string): boolean {
    const opened = this.#opened.get(part);
    const now = this.#at(part);
    return (
      opened !== undefined && now !== undefined && opened.dev === now.dev && opened.ino === now.ino
    );
  }
}

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

interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Null for what does not exist or cannot be checked: opening it will report why. */
function identityOf(path: string): FileIdentity | null {
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

function leadsTo(handle: number, { dev, ino }: FileIdentity): boolean {
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
  const head = Buffer.alloc(24);
  try {
    readSync(handle, head, 0, head.length, 0);
  } catch (error) {
    throw translateFileError(error, path);
  }
  const sealed = head.subarray(21, 24).equals(Buffer.of(64, 32, 32));
  if (!sealed && !OF_SQLITE.some((mark) => head.subarray(0, mark.length).equals(mark))) return;
  throw new MnemeError('invalid_input', `${path} is a memory that this process has open.`, {
    field: 'path',
    value: path,
    hint: 'Give another file; `mneme backup` and `mneme export` copy a memory while it is open.',
  });
}
