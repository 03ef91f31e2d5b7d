import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

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
