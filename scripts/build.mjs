// npm run build: compiles src/ and bench/ into a clean dist/, and bundles the program.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
  stampBuild(startedAt);
}
process.exitCode = code;
