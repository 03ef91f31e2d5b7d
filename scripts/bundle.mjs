// The program and the library as a few files instead of a thousand modules: both start three times as fast, which an agent's hooks,
// people at a terminal and functions in a cloud feel. What the entries share is in chunks that they share too.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.mjs';
import { bundleLazily } from './bundle-lazily.mjs';
import { root } from './setup.mjs';

/** What stays a package of its own: native code, what reads files of its own, and what is there only where somebody installed it. */
const EXTERNAL = [
  'better-sqlite3',
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

/** What `package.json` exports, by file. */
const LIBRARY = {
  library: 'src/index.ts',
  client: 'src/client/connect.ts',
  'ai-sdk': 'src/integrations/ai-sdk.ts',
  langchain: 'src/integrations/langchain.ts',
  compat: 'src/integrations/compat.ts',
  langgraph: 'src/integrations/langgraph.ts',
  llamaindex: 'src/integrations/llamaindex.ts',
};

/** A server's thread is started from a file of its own. */
const PROGRAM = {
  main: 'src/cli/main.ts',
  'memory-worker': 'src/servers/running/memory-worker.ts',
};

/** These extend classes of another package, of which a program that is a module has the package's modules. */
const BOTH_WAYS = ['langchain', 'langgraph', 'llamaindex'];

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  // Its main entry asks for its parts in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Names stay, and lines are short, so that a fault can be read: Node shows the line that threw.
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
  lineLimit: 200,
  legalComments: 'linked',
  logLevel: 'warning',
};

/** Figures that are many: both ways of loading read them from one file. */
const FIGURES = 'shipped-word-vectors';
const sharedFigures = {
  name: 'shared-figures',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`/${FIGURES}\\.js$`) }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `../data/${FIGURES}.cjs`, external: true } : undefined,
    );
  },
};

const OUTSIDE = { [`./${FIGURES}.js`]: `../data/${FIGURES}.cjs` };

/** Packages in CommonJS ask for `require`, which a module does not have. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);";

/** What starts an entry of the program. */
const launcherOf = (entry) => `import { startProgram } from './start-program.js';
startProgram('${entry}', (name) => import(name));
`;

/**
 * Bundles into `dist/bin/`: `mneme.js`, `mneme-hook.js` for agents' hooks, what the package exports, and a chunk for each part that is
 * loaded when asked for. `more` are files to make beside them, by name. The library itself lies in `dist/cjs/`.
 */
export async function bundleProgram(more = {}) {
  const folder = join(root, 'dist', 'bin');
  rmSync(folder, { recursive: true, force: true });
  await bundleFigures();
  await bundleConsole();
  await build({
    ...COMMON,
    entryPoints: {
      'start-program': 'src/cli/start-program.ts',
      'mneme-hook': 'src/cli/hook-main.ts',
      ...Object.fromEntries(BOTH_WAYS.map((name) => [name, LIBRARY[name]])),
      ...more,
    },
    outdir: folder,
    banner: { js: BANNER },
    plugins: [sharedFigures],
  });
  const program = await bundleLazily(PROGRAM, OUTSIDE, { ...COMMON, plugins: [sharedFigures] });
  writeFileSync(join(folder, 'program.cjs'), program);
  writeFileSync(join(folder, 'mneme.js'), `#!/usr/bin/env node\n${launcherOf('main')}`);
  writeFileSync(join(folder, 'memory-worker.js'), launcherOf('memory-worker'));
  for (const program of ['mneme.js', 'mneme-hook.js']) chmodSync(join(folder, program), 0o755);
  const exported = await bundleLibrary(join(root, 'dist', 'cjs'));
  for (const [name, names] of Object.entries(exported)) {
    if (!BOTH_WAYS.includes(name))
      writeFileSync(
        join(folder, `${name}.js`),
        `export { ${names.join(', ')} } from '../cjs/${name}.js';\n`,
      );
  }
}

/**
 * The library in CommonJS, which every Node can both import and require: whoever loads it, and however often, there is one of
 * it in a process. Since esbuild splits modules only, it is split as modules and then each of its files made CommonJS.
 * Resolves with the names that each entry exports.
 */
async function bundleLibrary(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const define = { 'import.meta.url': 'moduleUrl' };
  const { outputFiles, metafile } = await build({
    ...COMMON,
    entryPoints: LIBRARY,
    outdir: folder,
    legalComments: 'inline',
    plugins: [sharedFigures],
    define,
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  await build({
    entryPoints: [...files.keys()],
    outdir: folder,
    format: 'cjs',
    platform: 'node',
    target: COMMON.target,
    define,
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    minifyWhitespace: true,
    lineLimit: COMMON.lineLimit,
    legalComments: 'linked',
    logLevel: 'warning',
    plugins: [heldInMemory(files)],
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  return Object.fromEntries(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint !== undefined)
      .map(([path, { exports: names }]) => [path.replace(/^.*\/|\.js$/g, ''), names]),
  );
}

/** In CommonJS, which both can load. */
function bundleFigures() {
  return build({
    ...COMMON,
    splitting: false,
    format: 'cjs',
    entryPoints: [`src/language/meaning/${FIGURES}.ts`],
    outdir: join(root, 'dist', 'data'),
    outExtension: { '.js': '.cjs' },
  });
}

/** Entries whose text is not on the disk, by path. */
function heldInMemory(files) {
  return {
    name: 'held-in-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^/ }, ({ path, kind }) =>
        kind === 'entry-point' ? { path, namespace: 'memory' } : undefined,
      );
      onLoad({ filter: /^/, namespace: 'memory' }, ({ path }) => ({ contents: files.get(path) }));
    },
  };
}
