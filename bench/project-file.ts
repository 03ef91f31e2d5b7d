import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where a file of the project lies, by its path from the root: the same for the sources and for what is built of them
 * into `dist/`, and wherever the program is started.
 */
export function projectFile(path: string, from: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(from));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder))
    folder = dirname(folder);
  return join(folder, path);
}
