import { lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, accessible to their owner alone. Throws the system's error. Node's
 * recursive `mkdir` loops forever where an existing folder reports ENOENT, as in /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  // A file there also fails with EEXIST, which is skipped above; this throws it.
  if (!statSync(path).isDirectory()) mkdirSync(path);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Linux follows at most this many links in a row. */
const MAX_LINKS = 40;

/**
 * The path after following links, also of a file that does not exist yet. Throws the system's error for cyclic links,
 * names that are too long and parts that are not folders.
 */
export function realPlace(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || links > MAX_LINKS) throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return realPlace(resolve(dirname(path), readlinkSync(path)), links + 1);
  const whole = resolve(path);
  return dirname(whole) === whole ? whole : join(realPlace(dirname(whole), links), basename(whole));
}
