// The program and the library as a few files instead of a thousand modules: both start three times as fast, which an agent's hooks,
// people at a terminal and functions in a cloud feel. What the entries share is in chunks that they share too.
import { rmSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './setup.mjs';

/** What stays a package of its own: native code, what reads files of its own, and what is there only where somebody installed it. */
const EXTERNAL = [
  'better-sqlite3',
  'sharp',
  '@vscode/tree-sitter-wasm',
  '@grpc/*',
  'grpc-health-check',
  'onnxruntime-node',
  '@huggingface/tokenizers',
  'ai',
  '@langchain/core',
];

/** What `package.json` exports, by file. */
const LIBRARY = {
  library: 'src/index.ts',
  'ai-sdk': 'src/integrations/ai-sdk.ts',
  langchain: 'src/integrations/langchain.ts',
  client: 'src/client/connect.ts',
};

/** Packages in CommonJS ask for `require`, which a module does not have. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);";

/**
 * Bundles into `dist/bin/`: `mneme.js`, `mneme-hook.js` for agents' hooks, what the package exports, and a chunk for each part that is
 * loaded when asked for. `more` are files to make beside them, by name.
 */
export async function bundleProgram(more = {}) {
  const folder = join(root, 'dist', 'bin');
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    // A server's thread is started from a file of its own.
    entryPoints: {
      mneme: 'src/cli/main.ts',
      'mneme-hook': 'src/cli/hook-main.ts',
      'recall-worker': 'src/servers/running/recall-worker.ts',
      ...LIBRARY,
      ...more,
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    // Names stay, so that a fault's stack can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    keepNames: true,
    legalComments: 'linked',
    logLevel: 'warning',
  });
  for (const program of ['mneme.js', 'mneme-hook.js']) chmodSync(join(folder, program), 0o755);
}
