// Bundles the program and the library into a few files instead of a thousand modules: both start
// three times as fast, which matters to hooks, at a terminal and in cloud functions. Entries share
// their common chunks.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.mjs';
import { bundleLazily } from './bundle-lazily.mjs';
import { licencesOf } from './bundled-licences.mjs';
import { leanPackages } from './lean-packages.mjs';
import { root } from './setup.mjs';

/**
 * Packages that are not bundled: native code, packages that read their own files, and optional
 * ones.
 */
const EXTERNAL = [
  'better-sqlite3',
  'better-sqlite3-multiple-ciphers',
  'sharp',
  '@vscode/tree-sitter-wasm',
  '@grpc/*',
  'grpc-health-check',
  'onnxruntime-node',
  'pg',
  '@huggingface/tokenizers',
  'ai',
  '@langchain/*',
  '@llamaindex/*',
];

/** The exports of `package.json`, by file. */
const LIBRARY = {
  library: 'packages/mneme/src/index.ts',
  client: 'packages/client/src/connect.ts',
  'ai-sdk': 'packages/mneme/src/integrations/ai-sdk.ts',
  langchain: 'packages/mneme/src/integrations/langchain.ts',
  compat: 'packages/mneme/src/integrations/compat.ts',
  langgraph: 'packages/mneme/src/integrations/langgraph.ts',
  llamaindex: 'packages/mneme/src/integrations/llamaindex.ts',
};

/** Word lists and other data as modules: esbuild's own JSON modules cannot be evaluated lazily. */
const dataModules = {
  name: 'data-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]data[\\/].*\.json$/ }, ({ path }) => ({
      contents: `export default ${readFileSync(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};

/** Entries of the program; a thread of the server needs its own. */
const PROGRAM = {
  main: 'packages/cli/src/main.ts',
  'memory-worker': 'packages/server/src/running/memory-worker.ts',
};

/**
 * Adapters that extend classes of another package, and must use the same (ESM) copy of it as the
 * importing program.
 */
const BOTH_WAYS = ['langchain', 'langgraph', 'llamaindex'];

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  // Its main entry loads its parts in a way that bundlers cannot follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Keep names and short lines, so that errors are readable: Node prints the line that threw.
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
  lineLimit: 200,
  legalComments: 'linked',
  logLevel: 'warning',
};

/** Binary files that are read from the folder of the importing file. */
export const FIGURES = ['packages/core/src/adapters/models/inside/sentence-encoder.bin'];

/** CommonJS packages call `require`, which ES modules lack. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);";

/** Loads the program's modules once per process. */
const LIBRARY_START = `const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const file = join(__dirname, '../bin/program.cjs');
const load = require('../bin/program.cjs');
module.exports = load(createRequire(file), pathToFileURL(file).href, (name) => import(name));
`;

/** A file that starts an entry of the program. */
const launcherOf = (entry) => `import { startProgram } from './start-program.js';
startProgram('${entry}', (name) => import(name));
`;

/**
 * Bundles into `dist/bin/`: `mneme.js`, `mneme-hook.js` for agents' hooks, the package's exports,
 * and a chunk for each part that is loaded on demand. `more` are additional files by name. The
 * library's entries go to `dist/cjs/`.
 */
export async function bundleProgram(more = {}) {
  const folder = join(root, 'dist', 'bin');
  rmSync(folder, { recursive: true, force: true });
  await bundleConsole();
  const { metafile } = await build({
    ...COMMON,
    metafile: true,
    entryPoints: {
      'start-program': 'packages/cli/src/start-program.ts',
      'mneme-hook': 'packages/cli/src/hook-main.ts',
      'encoder-worker': 'packages/core/src/adapters/models/inside/encoder-worker.ts',
      ...Object.fromEntries(BOTH_WAYS.map((name) => [name, LIBRARY[name]])),
      ...more,
    },
    outdir: folder,
    external: [...EXTERNAL, 'zod'],
    banner: { js: BANNER },
    plugins: [leanPackages, dataModules],
  });
  const entries = { ...PROGRAM, ...LIBRARY };
  const program = await bundleLazily(entries, { ...COMMON, plugins: [leanPackages, dataModules] });
  const whole = await metafileOf(entries);
  writeFileSync(join(folder, 'program.cjs'), program);
  writeFileSync(join(folder, 'mneme.js'), `#!/usr/bin/env node\n${launcherOf('main')}`);
  writeFileSync(join(folder, 'memory-worker.js'), launcherOf('memory-worker'));
  for (const program of ['mneme.js', 'mneme-hook.js']) chmodSync(join(folder, program), 0o755);
  for (const figures of FIGURES) cpSync(join(root, figures), join(folder, basename(figures)));
  writeLibrary(join(root, 'dist', 'cjs'), folder, exportsOf(whole));
  writeFileSync(join(folder, 'LICENCES.txt'), licencesOf([metafile, whole]));
}

/** The names that each entry of the library exports. */
function exportsOf({ outputs }) {
  const names = new Map(Object.entries(LIBRARY).map(([name, source]) => [source, name]));
  return Object.values(outputs).flatMap(({ entryPoint, exports }) =>
    names.has(entryPoint) ? [[names.get(entryPoint), exports]] : [],
  );
}

/**
 * The library in CommonJS, which every version of Node can import and require: a process has one
 * copy, however it is loaded. Its modules are the program's.
 */
function writeLibrary(folder, program, exported) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  writeFileSync(join(folder, 'program.js'), LIBRARY_START);
  for (const [name, names] of exported) {
    const list = `{ ${names.join(', ')} }`;
    // Never runs, but tells Node which names a CommonJS module exports.
    const hint = `0 && (module.exports = ${list});`;
    const text = `const exported = require('./program.js').start('${name}');\nmodule.exports = exported;\n${hint}\n`;
    writeFileSync(join(folder, `${name}.js`), text);
    if (!BOTH_WAYS.includes(name))
      writeFileSync(join(program, `${name}.js`), `export ${list} from '../cjs/${name}.js';\n`);
  }
}

/** The inputs of a build of these entries. */
async function metafileOf(entryPoints) {
  const { metafile } = await build({
    ...COMMON,
    entryPoints,
    outdir: 'unwritten',
    plugins: [leanPackages, dataModules],
    metafile: true,
    write: false,
  });
  return metafile;
}
