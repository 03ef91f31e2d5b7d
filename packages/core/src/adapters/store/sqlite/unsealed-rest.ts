import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name under which the file before sealing waits to be overwritten. */
const restOf = (path: string): string => join(dirname(path), `.${basename(path)}.unsealed`);
const ZEROS = Buffer.alloc(1 << 20);

/**
 * Puts `fresh` in the place of a file and overwrites what was there. The old file has a second name until it is
 * overwritten, so that whoever opens the new one after a kill finishes it. Disks that copy on writing may keep old
 * blocks all the same.
 */
export function swapIn(fresh: string, path: string): void {
  // Opened before: while others hurry to finish it, too, nothing is missed.
  const old = openSync(path, 'r+');
  try {
    try {
      rmSync(restOf(path), { force: true });
      linkSync(path, restOf(path));
    } catch {
      // A disk without hard links: a kill before the end leaves blocks without a name.
    }
    renameSync(fresh, path);
    syncFolder(dirname(path));
    overwrite(old);
  } finally {
    closeSync(old);
  }
  rmSync(restOf(path), { force: true });
  syncFolder(dirname(path));
}

/** Finishes {@link swapIn} after a kill. `path` is a real path. */
export function dropUnsealed(path: string): void {
  const rest = statSync(restOf(path), { bigint: true, throwIfNoEntry: false });
  const now = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (rest === undefined || now === undefined) return;
  // Before the swap both are names of the same file.
  if (rest.ino !== now.ino || rest.dev !== now.dev) {
    const handle = openSync(restOf(path), 'r+');
    try {
      overwrite(handle);
    } finally {
      closeSync(handle);
    }
  }
  rmSync(restOf(path), { force: true });
}

function overwrite(handle: number): void {
  const { size } = fstatSync(handle);
  for (let at = 0; at < size; at += ZEROS.length)
    writeSync(handle, ZEROS, 0, Math.min(ZEROS.length, size - at), at);
  // Not cut off: for whoever still waits for it, an empty file would be a new memory.
  fsyncSync(handle);
}

/** Windows opens no folders, and needs none synced. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
