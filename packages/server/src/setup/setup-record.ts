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
import { makeFolder } from '@mneme/core/disk/paths.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { CLIENT_NAMES } from '../mcp/clients.js';

const RecordSchema = z.strictObject({
  version: z.literal(1),
  client: z.enum(CLIENT_NAMES),
  kind: z.enum(['server', 'hooks']),
  /** The project's folder; null for this user's own settings. */
  project: z.string().nullable(),
  path: z.string(),
  /** The file as it was before, null for none, and as it was left. */
  before: z.string().nullable(),
  after: z.string(),
  /** What stood in the place of ours. */
  previous: z.unknown(),
  /** Folders that were made for the file, the innermost first. */
  made: z.array(z.string()),
});

/** What a setup changed in one file, kept so that it can be put back to the letter. */
export type SetupRecord = z.output<typeof RecordSchema>;

/** The records of this user's setups, a file each, which one setup at a time may write. */
export class SetupRecords {
  constructor(private readonly folder: string) {}

  /** Runs `work` alone. Throws `locked` while another setup runs, `read_only` where nothing can be kept here. */
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

/** The folders that must be made for a file, the innermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at) && at !== dirname(at); at = dirname(at))
    missing.push(at);
  return missing;
}

/** Takes away folders that were made, as far as nothing else has come into them. */
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

/** Throws EEXIST while a process that lives holds it. */
function takeLock(lock: string): void {
  if (existsSync(lock) && holderOf(lock) === null) setAside(lock);
  const handle = openSync(lock, 'wx', 0o600);
  writeSync(handle, String(process.pid));
  closeSync(handle);
}

/** Moves a lock away that was left behind: of two that find it, one alone can. One that another took since is put back. */
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

/** The process that holds the lock; null where none does, or it has ended. */
function holderOf(lock: string): number | null {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  // Just made, and not yet signed.
  if (holder === 0) return existsSync(lock) ? 0 : null;
  try {
    process.kill(holder, 0);
    return holder;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? holder : null;
  }
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
