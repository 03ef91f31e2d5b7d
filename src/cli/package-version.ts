import { readFileSync } from 'node:fs';

/** Of the package, which lies above the built program and above its sources alike. */
export function packageVersion(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { name: string; version: string };
      if (name === 'mneme') return version;
    } catch {
      // The other place has it.
    }
  }
  return '0.0.0';
}
