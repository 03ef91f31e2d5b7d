import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders in which a server has files for a while. */
const KINDS = ['upload', 'backup'] as const;
export type SpoolKind = (typeof KINDS)[number];

/** What another machine, or an earlier version, left in the same place is known by its age alone. */
const ABANDONED_MS = 7 * 86_400_000;
/** Letters that `mkdtemp` adds. */
const RANDOM_LETTERS = 6;

/** Two machines, or containers, may share a temporary folder, and their processes have the same numbers. */
const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A folder that only this user can read, named for the process that it is of. */
export function makeSpoolFolder(kind: SpoolKind): Promise<string> {
  return mkdtemp(join(tmpdir(), `mneme-${kind}-${machine()}-${process.pid}-`));
}

/** Removes what processes left that were killed: what was sent, or copied, lies there as it is. */
export async function sweepSpoolFolders(now: number): Promise<void> {
  const names = await readdir(tmpdir()).catch((): string[] => []);
  for (const name of names) {
    const owner = ownerOf(name);
    if (owner === null) continue;
    const folder = join(tmpdir(), name);
    if (await isAbandoned(folder, owner, now))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whose folder that is, as far as its name says: an earlier version's says nothing. */
interface FolderOwner {
  readonly on: string | null;
  readonly by: number;
}

function ownerOf(name: string): FolderOwner | null {
  const [head, kind = '', ...rest] = name.split('-');
  const random = rest.at(-1)?.length === RANDOM_LETTERS;
  if (head !== 'mneme' || !KINDS.some((each) => each === kind) || !random) return null;
  if (rest.length === 1) return { on: null, by: 0 };
  return rest.length === 3 ? { on: rest[0] ?? null, by: Number(rest[1]) } : null;
}

async function isAbandoned(folder: string, { on, by }: FolderOwner, now: number): Promise<boolean> {
  const there = await lstat(folder).catch(() => null);
  if (there?.isDirectory() !== true || there.uid !== (process.getuid?.() ?? there.uid))
    return false;
  return on === machine() ? !isRunning(by) : now - there.mtimeMs > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
