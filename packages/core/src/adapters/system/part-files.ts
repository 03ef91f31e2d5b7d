import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isRunning, realPlace } from '../../disk/files.js';

/** Part of a file name used for its temporary file, so that the longest names still leave room for the suffix. */
const MAX_STEM = 40;
/** This machine, in the names of temporary files and in locks. */
export const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const PART = /^\..*\.([0-9a-f]{8})-(\d{1,10})-\d{1,10}\.part(?:\.before)?$/;
const BY_WHOM = /^(\d{1,10})-\d{1,10}\.part/;

const stemOf = (path: string): string =>
  `${[...basename(path)].slice(0, MAX_STEM).join('')}.${HOST}-`;

let made = 0;

/** A new temporary path of a file being written: hidden, in the real folder of `path`, and with the process id, to avoid collisions. */
export function partPath(path: string): string {
  const place = realPlace(path);
  made += 1;
  return join(dirname(place), `.${stemOf(place)}${process.pid}-${made}.part`);
}

/** {@link partPath}, where leftovers of the same file are removed. */
export function beside(path: string): string {
  sweepParts(path);
  return partPath(path);
}

/** Removes temporary files for `path`, and files next to them, left by killed processes of this machine. */
export function sweepParts(path: string): void {
  const place = realPlace(path);
  const folder = dirname(place);
  for (const name of namesIn(folder)) {
    const rest = name.replace(/^\.+/, '');
    if (rest === name || !rest.startsWith(stemOf(place))) continue;
    const pid = Number(BY_WHOM.exec(rest.slice(stemOf(place).length))?.[1] ?? process.pid);
    if (!isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
}

/** Removes the temporary files of killed processes of this machine from a folder. */
export async function sweepFolder(folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    const [, host, pid] = PART.exec(name) ?? [];
    if (host === HOST && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** Empty if the folder cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
