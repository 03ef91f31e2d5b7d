import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PackageRoot {
  /** The folder that holds package.json. */
  readonly folder: string;
  readonly version: string;
}

/** This package, which lies above the bundled program, the compiled one and the sources alike. */
export function packageRoot(): PackageRoot {
  for (
    let folder = dirname(fileURLToPath(import.meta.url)), above = '';
    folder !== above;
    [folder, above] = [dirname(folder), folder]
  ) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name?: string;
        version: string;
      };
      if (name === 'mneme') return { folder, version };
    } catch {
      // It is further up.
    }
  }
  throw new Error('The program lies outside its package.');
}
