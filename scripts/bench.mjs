// npm run bench -- NAME …: runs a benchmark from its sources; stdout is the benchmark's alone.
import { join } from 'node:path';
import { becomeNode, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
process.exitCode = await becomeNode(['--import', 'tsx', join(root, 'bench', 'main.ts'), ...process.argv.slice(2)]);
