import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { realPlace } from '../../disk/real-place.js';

/** Of a name that is as long as the system takes, its part still needs room for a process. */
const MAX_STEM = 40;
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const BY_WHOM = /^(\d{1,10})-\d{1,10}\.part/;

const stemOf = (path: string): string =>
  `${[...basename(path)].slice(0, MAX_STEM).join('')}.${HOST}-`;

/** Where a file grows until it is whole: hidden, in the folder where `path` really lies, and named after its process, so that two at work do not meet. */
export function partPath(path: string, number: number): string {
  const place = realPlace(path);
  return join(dirname(place), `.${stemOf(place)}${process.pid}-${number}.part`);
}

/** Removes what processes left that were killed while a file grew at `path`, with what lies beside it: no other process of this machine goes on with it. */
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

/** A folder that cannot be listed keeps what it has. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
