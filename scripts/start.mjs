// npm start: installs and builds what is missing, then shows the demonstration.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runNode } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.exitCode = runNode([join(root, 'dist', 'cli', 'main.js'), 'demo', ...process.argv.slice(2)]);
