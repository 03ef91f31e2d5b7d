import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isRunning, makeFolder } from '@mneme/core/disk/files.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { CLIENT_NAMES } from '../mcp/clients.js';

const RecordSchema = z.strictObject({
  version: z.literal(1),
  client: z.enum(CLIENT_NAMES),
  kind: z.enum(['server', 'hooks']),
  /** The project's folder; null for the user's own settings. */
  project: z.string().nullable(),
  path: z.string(),
  /** The whole file before the setup, null for none, and after. */
  before: z.string().nullable(),
  after: z.string(),
  /** The entry that ours replaced. */
  previous: z.unknown(),
  /** Folders created for the file, innermost first. */
  made: z.array(z.string()),
});

/** What a setup changed in one file, so that it can be restored exactly. */
export type SetupRecord = z.output<typeof RecordSchema>;

/** The records of this user's setups, one file each, written by one setup at a time. */
export class SetupRecords {
  constructor(private readonly folder: string) {}

  /**
   * Runs `work` under a lock. Throws `locked` while another setup runs, `read_only` where the folder is not writable.
   */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = join(this.folder, 'lock');
    try {
      makeFolder(this.folder);
      takeLock(lock);
    } catch (cause) {
      throw lockFault(lock, cause as NodeJS.ErrnoException);
    }
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  }

  find(path: string): SetupRecord | null {
    const at = this.#placeOf(path);
    return existsSync(at) ? readRecord(at) : null;
  }

  all(): SetupRecord[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readRecord(join(this.folder, name)));
  }

  keep(record: SetupRecord): void {
    const at = this.#placeOf(record.path);
    writeFileSync(`${at}.tmp`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${at}.tmp`, at);
  }

  drop({ path }: SetupRecord): void {
    rmSync(this.#placeOf(path), { force: true });
  }

  #placeOf(path: string): string {
    const key = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return join(this.folder, `${key}.json`);
  }
}

/** The folders to create for a file, innermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at) && at !== dirname(at); at = dirname(at))
    missing.push(at);
  return missing;
}

/** Removes created folders that are still empty. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function readRecord(path: string): SetupRecord {
  try {
    return RecordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new MnemeError('corrupt', `${path} is no record of a setup.`, {
      field: 'setup',
      value: path,
      hint: 'Take the file away, and take the entries out by `mneme mcp install CLIENT --remove`.',
      cause,
    });
  }
}

/** Throws EEXIST while a living process holds it. */
function takeLock(lock: string): void {
  if (existsSync(lock) && holderOf(lock) === null) setAside(lock);
  const handle = openSync(lock, 'wx', 0o600);
  writeSync(handle, String(process.pid));
  closeSync(handle);
}

/**
 * Moves a stale lock away: of two processes that find it, only one can. A lock that another process took in between
 * is put back.
 */
function setAside(lock: string): void {
  const left = `${lock}.${process.pid}`;
  try {
    renameSync(lock, left);
    if (holderOf(left) !== null) linkSync(left, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(left, { force: true });
  }
}

/** The process id in the lock; null where there is no lock, or the process has ended. */
function holderOf(lock: string): number | null {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  // Just created, and its id not yet written.
  if (holder === 0) return existsSync(lock) ? 0 : null;
  return isRunning(holder) ? holder : null;
}

function lockFault(lock: string, cause: NodeJS.ErrnoException): MnemeError {
  if (cause.code === 'EEXIST')
    return new MnemeError('locked', 'Another setup is running.', {
      field: 'setup',
      value: lock,
      hint: `Run it again when that has ended. Where none runs, take ${lock} away.`,
      cause,
    });
  return new MnemeError(
    'read_only',
    `Nothing can be written in ${dirname(lock)}: ${cause.message}.`,
    {
      field: 'setup',
      value: lock,
      hint: 'What a setup changes is kept there, so that it can be put back. Nothing was changed.',
      cause,
    },
  );
}
