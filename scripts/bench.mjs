// npm run bench -- NAME …: runs a benchmark from the build; only the benchmark writes to stdout.
import { join } from 'node:path';
import { becomeNode, ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.exitCode = await becomeNode([
  join(root, 'dist', 'bench', 'main.js'),
  ...process.argv.slice(2),
]);
