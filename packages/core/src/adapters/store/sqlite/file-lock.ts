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
  /** The holder's file in the lock. */
  readonly name: string;
  /** When it started, as the system counts; empty where it does not tell. */
  readonly started: string;
}

const HELD = '.held-by';
/** Every try that fails has found a lock that somebody else has just taken or left. */
const TRIES = 20;

/**
 * Holds a file for one process. The lock is a folder `FILE.held-by` that contains one file, named after its
 * holder: it is renamed into place complete, which the system refuses while there is a folder that is not
 * empty, and taken from a dead process by removing that very file. So of any number that take it at once,
 * one does, and nobody ever removes the lock of a living one.
 */
export class FileLock {
  private constructor(
    private readonly folder: string,
    private readonly own: string,
    /** Whether the last holder died with it. */
    readonly inherited: boolean,
  ) {}

  /** `path` is the file's real one. Throws `locked` while another process, or this one, holds it, and `read_only` where no lock can stand beside it. */
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

/** Null if there is no lock; an empty one is left by who died taking it. */
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

/** Another machine's processes cannot be seen from here. */
function isRunning({ pid, started, host }: Entry): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // A number is given again: after a restart of a container, always to the same program.
  const now = startOf(pid);
  return started === '' || now === '' || started === now;
}

/** The 22nd value of a process's state, the 20th after its name: ticks from the system's start to its own. */
function startOf(pid: number): string {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Onto nothing, or an empty folder; an empty one is in the way on Windows. */
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
