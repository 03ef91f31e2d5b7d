import { lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, for their owner alone. Throws the system's error where
 * it refuses: the runtime's own way repeats `mkdir` without end below a folder that is there and answers
 * that it is not, as /proc does.
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
  // The system says of a file in its place what it says of one: it is there already.
  if (!statSync(path).isDirectory()) mkdirSync(path);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The system follows no more links in a row. */
const MAX_LINKS = 40;

/**
 * The path that links lead to: of what is there, and of what would be made there. Throws the system's error
 * for links that lead round in a circle, names that are too long and parts that are no folder.
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
