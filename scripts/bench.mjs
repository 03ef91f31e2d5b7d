// npm run bench -- NAME …: runs a benchmark from its sources; stdout is the benchmark's alone.
import { join } from 'node:path';
import { binOf, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
process.exitCode = runNode([binOf('tsx'), join(root, 'bench', 'main.ts'), ...process.argv.slice(2)]);
