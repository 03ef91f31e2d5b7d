import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isRunning, makeFolder, realPlace } from '../../disk/files.js';
import { HOST, partPath } from './part-files.js';

/** Without a byte order mark, as texts are read. */
const textAt = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.replace(/^\uFEFF/u, ''),
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    },
  );

/**
 * Replaces a file (removes it, for a null text) that still says `expected`; false if it does not. An editor may save
 * between the comparison and the rename, so the replaced file is kept by a second name until it was compared again;
 * what was saved meanwhile is put back.
 */
export async function exchange(
  path: string,
  text: string | null,
  expected: string | null,
): Promise<boolean> {
  const place = realPlace(path);
  if ((await textAt(place)) !== expected) return false;
  const part = partPath(place);
  const before = `${part}.before`;
  try {
    makeFolder(dirname(place));
    if (text !== null) {
      const handle = await open(part, 'wx', 0o600);
      await handle
        .writeFile(text)
        .then(() => handle.sync())
        .finally(() => handle.close());
    }
    if (expected === null) {
      if (text !== null) await nameAnew(part, place);
      return true;
    }
    const kept = isKept(place, before);
    // At once, as files cannot be exchanged in one step: a save by rename between these two calls would be lost.
    if (readFileSync(kept ? before : place, 'utf8').replace(/^\uFEFF/, '') !== expected)
      return false;
    if (text === null) rmSync(place, { force: true });
    else renameSync(part, place);
    if (!kept || (await textAt(before)) === expected) return true;
    await rename(before, place);
    return false;
  } catch (error) {
    // Somebody made the file meanwhile, or took it away.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(part, { force: true });
    await rm(before, { force: true });
  }
}

/** Gives a file a second name; false where the file system has none. */
function isKept(place: string, before: string): boolean {
  try {
    linkSync(place, before);
    return true;
  } catch {
    return false;
  }
}

/** Names a new file, unless there is one: a rename would replace it. */
async function nameAnew(part: string, place: string): Promise<void> {
  try {
    await link(part, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await rename(part, place);
  }
}

const LOCK_TRIES = 3;

/** A lock that ends with its process; null while another has it. */
export async function lock(path: string): Promise<{ release(): Promise<void> } | null> {
  makeFolder(dirname(realPlace(path)));
  const own = `${HOST}-${process.pid}-${basename(partPath(path))}`;
  for (let tried = 0; tried < LOCK_TRIES; tried++) {
    const taken = await writeFile(path, own, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      },
    );
    if (taken)
      return {
        release: async () => {
          if ((await textAt(path)) === own) await rm(path, { force: true });
        },
      };
    const holder = (await textAt(path)) ?? '';
    const [host, pid] = holder.split('-');
    // A process that was killed between making the lock and writing into it leaves an empty one.
    const left =
      holder === '' ? (await ageOf(path)) > STALE_MS : host === HOST && !isRunning(Number(pid));
    if (!left) return null;
    if ((await textAt(path)) === holder) await rm(path, { force: true });
  }
  return null;
}

const STALE_MS = 10_000;
const ageOf = async (path: string): Promise<number> =>
  Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
