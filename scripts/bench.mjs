// npm run bench -- NAME …: runs a benchmark as built; stdout is the benchmark's alone.
import { join } from 'node:path';
import { becomeNode, ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.exitCode = await becomeNode([
  join(root, 'dist', 'bench', 'main.js'),
  ...process.argv.slice(2),
]);
