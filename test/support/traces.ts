import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder, at any depth; sockets and links are none. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** Where any of the words stands in a file, a name or a path below a folder: in letters of one byte or of two. */
export function tracesOf(words: readonly string[], folder: string): string[] {
  return filesBelow(folder).flatMap((path) => {
    const bytes = readFileSync(path).toString('latin1').toLowerCase();
    return words
      .map((word) => word.toLowerCase())
      .filter((word) =>
        [word, [...word].join('\0')].some((form) => bytes.includes(form) || path.includes(form)),
      )
      .map((word) => `${word} in ${path.slice(folder.length)}`);
  });
}
