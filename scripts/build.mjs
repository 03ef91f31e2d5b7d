// npm run build: compiles src/ and bench/ into a clean dist/, and bundles the program.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binOf, ensureInstalled, root, runNode, stampBuild } from './setup.mjs';

ensureInstalled();

const startedAt = Date.now();
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const code = runNode([binOf('typescript', 'tsc'), '-p', 'tsconfig.build.json']);
if (code === 0) {
  // Installed only now, on a fresh clone.
  const { bundleProgram } = await import('./bundle.mjs');
  await bundleProgram();
  copyDeclarations();
  stampBuild(startedAt);
}
process.exitCode = code;

/** The declarations that the package's entries lead to, alone, and again where TypeScript takes them for CommonJS. */
function copyDeclarations() {
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const asked = Object.values(entries).flatMap(({ import: { types } = {} }) =>
    types === undefined ? [] : [join(root, types.replace('/types/', '/'))],
  );
  const folders = ['types', 'cjs-types'].map((name) => join(dist, name));
  const copied = new Set();
  for (let path = asked.pop(); path !== undefined; path = asked.pop()) {
    if (copied.has(path)) continue;
    copied.add(path);
    for (const folder of folders) cpSync(path, path.replace(dist, folder));
    const text = readFileSync(path, 'utf8');
    for (const [, other] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.js['"]/g))
      asked.push(join(dirname(path), `${other}.d.ts`));
  }
  writeFileSync(join(dist, 'cjs-types', 'package.json'), '{ "type": "commonjs" }\n');
}
