// npm run build: compiles src/ and bench/ into a clean dist/.
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, ensureInstalled, root, runNode, stampBuild } from './setup.mjs';

ensureInstalled();

const startedAt = Date.now();
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const code = runNode([binOf('typescript', 'tsc'), '-p', 'tsconfig.build.json']);
if (code === 0) {
  const command = join(dist, 'src', 'cli', 'main.js');
  if (existsSync(command)) chmodSync(command, 0o755);
  stampBuild(startedAt);
}
process.exitCode = code;
