import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { MnemeError } from '../../../domain/errors.js';

/** The process that holds a file. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
}

interface Entry extends Holder {
  /** The name of the holder's file in the lock folder. */
  readonly name: string;
  /** When the process started, in the system's ticks; empty if unavailable. */
  readonly started: string;
}

const HELD = '.held-by';
/** Each failed attempt found a lock that another process had just acquired or released. */
const TRIES = 20;

/**
 * Locks a file for one process. The lock is a folder `FILE.held-by` with one file, named after its holder: complete
 * when renamed into place, which the system refuses while a non-empty folder is there; taken over from a dead process
 * by deleting that very file. So of any number of processes that try at once, one succeeds, and nobody deletes the
 * lock of a living one.
 */
export class FileLock {
  private constructor(
    private readonly folder: string,
    private readonly own: string,
    /** Whether the previous holder died holding the lock. */
    readonly inherited: boolean,
  ) {}

  /**
   * `path` is the file's real path. Throws `locked` while this or another process holds it, and `read_only` if no
   * lock can be created next to it.
   */
  static take(path: string): FileLock {
    const folder = path + HELD;
    const own = [process.pid, startOf(process.pid), encodeURIComponent(hostname())].join('~');
    let built = '';
    let inherited = false;
    try {
      built = mkdtempSync(`${folder}.`);
      mkdirSync(`${built}/${own}`);
      for (let left = TRIES; left > 0; left--) {
        const before = entries(folder);
        const living = before?.find(isRunning);
        if (living !== undefined) throw heldBy(path, living);
        inherited ||= before !== null;
        for (const { name } of before ?? [])
          rmSync(`${folder}/${name}`, { recursive: true, force: true });
        if (moved(built, folder)) return new FileLock(folder, own, inherited);
      }
      throw heldBy(path, null);
    } catch (error) {
      throw refusal(path, error);
    } finally {
      if (built !== '') rmSync(built, { recursive: true, force: true });
    }
  }

  release(): void {
    rmSync(`${this.folder}/${this.own}`, { recursive: true, force: true });
    removeEmpty(this.folder);
  }
}

/** The living process that holds a file; null if there is none. */
export function holderOf(path: string): Holder | null {
  return entries(path + HELD)?.find(isRunning) ?? null;
}

export function heldBy(path: string, holder: Holder | null): MnemeError {
  const by =
    holder === null
      ? 'another process'
      : `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`;
  const elsewhere =
    holder === null || holder.host === hostname()
      ? ''
      : ` If ${holder.host} is gone, delete ${path}${HELD}.`;
  return new MnemeError('locked', `${path} is held by ${by}, which shares it with nobody.`, {
    field: 'file',
    value: path,
    hint: `Close that program. Programs share a file where each runs on Node 22.5 or later, or has better-sqlite3 installed.${elsewhere}`,
  });
}

/** Null if there is no lock; empty if a process died while acquiring it. */
function entries(folder: string): Entry[] | null {
  try {
    return readdirSync(folder).map((name) => {
      const [pid, started = '', host = ''] = name.split('~');
      return { name, pid: Number(pid), started, host: decodeURIComponent(host) };
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether processes of another machine run is unknown: assume they do. */
function isRunning({ pid, started, host }: Entry): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // Process ids are reused: after a restart of a container, always for the same program.
  const now = startOf(pid);
  return started === '' || now === '' || started === now;
}

/** Field 22 of `/proc/PID/stat` (20 after the name): the process's start, in ticks since boot. */
function startOf(pid: number): string {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Renames onto nothing or an empty folder, which is removed first, as Windows requires. */
function moved(from: string, to: string): boolean {
  removeEmpty(to);
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && entries(to) !== null))
      return false;
    throw error;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
}

function refusal(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return error;
  return new MnemeError('read_only', `No lock can be made beside ${path}.`, {
    field: 'file',
    value: path,
    hint: 'Make its folder writable: SQLite runs here as WebAssembly, which reads a file only while it holds it.',
    cause: error,
  });
}
