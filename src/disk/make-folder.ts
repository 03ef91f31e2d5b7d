import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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
