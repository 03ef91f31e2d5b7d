import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LIBRARY, ROOT } from './run-node.js';

const EXAMPLE =
  /(<!-- example -->\n```ts\n)([\s\S]*?)(```\n\n```\n)([\s\S]*?)(```\n<!-- \/example -->)/;

/** The README's example as it stands there, and what it says that the example prints. */
export function exampleIn(readme: string): { readonly code: string; readonly printed: string } {
  const [, , code, , printed] = EXAMPLE.exec(readme) ?? [];
  if (code === undefined || printed === undefined) throw new Error('the README has no example');
  return { code, printed };
}

/** The README with what its example prints now. */
export const withPrinted = (readme: string, printed: string): string =>
  readme.replace(
    EXAMPLE,
    (_, head: string, code: string, between: string, __: string, end: string) =>
      [head, code, between, printed, end].join(''),
  );

/** Runs the example as a reader would, in a process and a folder of its own, with the package as it is here. */
export function runExample(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-readme-'));
  const file = join(folder, 'example.mts');
  const entry = pathToFileURL(join(ROOT, LIBRARY)).href;
  writeFileSync(file, code.replace("from 'mneme'", `from '${entry}'`));
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        pathToFileURL(join(ROOT, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs')).href,
        file,
      ],
      // With the encoder, as a reader has it.
      { cwd: folder, encoding: 'utf8', env: { ...process.env, MNEME_EMBEDDER_PACKAGE: '' } },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
