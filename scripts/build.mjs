// npm run build: compiles the packages and bench/ into a clean dist/, bundles the program, and
// generates the Python client.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { binOf, ensureInstalled, root, runNode, stampBuild } from './setup.mjs';

/** Relative imports in declarations. */
const IMPORTED = /(?:from |import\()['"](\.[^'"]*)\.js['"]/g;

ensureInstalled();

const startedAt = Date.now();
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
let code = runNode([binOf('typescript', 'tsc'), '-p', 'tsconfig.build.json']);
if (code === 0) {
  // A fresh clone has these packages only from now on.
  const { bundleProgram, FIGURES } = await import('./bundle.mjs');
  leadByPath();
  await bundleProgram();
  for (const figures of FIGURES) cpSync(join(root, figures), join(dist, figures));
  copyDeclarations();
  code = runNode([binOf('tsx'), join('scripts', 'write-python.mjs')]);
  if (code === 0) stampBuild(startedAt);
}
process.exitCode = code;

/**
 * Rewrites imports between compiled files to relative paths, as users do not have our workspace
 * packages.
 */
function leadByPath() {
  for (const name of readdirSync(dist, { recursive: true })) {
    if (!/\.(?:d\.ts|js)$/.test(name)) continue;
    const path = join(dist, name);
    const text = readFileSync(path, 'utf8');
    const led = text.replace(/(['"])@mneme\/([a-z]+)\/([^'"]+\.js)\1/g, (_, quote, of, rest) => {
      const to = relative(dirname(path), join(dist, 'packages', of, 'src', rest));
      return `${quote}${`./${to.replaceAll('\\', '/')}`.replace('./..', '..')}${quote}`;
    });
    if (led !== text) writeFileSync(path, led);
  }
}

/**
 * Copies the declarations reachable from the package's entries. They go to `dist/cjs-types/`, where
 * TypeScript takes them for CommonJS, as the library is; those of adapters that are ES modules go
 * to `dist/types/`.
 */
function copyDeclarations() {
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const declared = (way) =>
    Object.values(entries).flatMap(({ [way]: { types } = {} }) =>
      types === undefined ? [] : [types],
    );
  const commonJs = join(dist, 'cjs-types');
  const asked = declared('require').map((types) => join(root, types.replace('/cjs-types/', '/')));
  const copied = new Set();
  for (let path = asked.pop(); path !== undefined; path = asked.pop()) {
    if (copied.has(path)) continue;
    copied.add(path);
    cpSync(path, path.replace(dist, commonJs));
    const text = readFileSync(path, 'utf8');
    for (const [, other] of text.matchAll(IMPORTED))
      asked.push(join(dirname(path), `${other}.d.ts`));
  }
  for (const types of declared('import')) {
    if (!types.startsWith('./dist/types/')) continue;
    const path = join(root, types.replace('/types/', '/'));
    const target = join(root, types);
    const from = dirname(path.replace(dist, commonJs));
    const text = readFileSync(path, 'utf8').replace(IMPORTED, (whole, other) =>
      whole.replace(other, relative(dirname(target), join(from, other)).replaceAll('\\', '/')),
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
}
