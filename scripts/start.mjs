// npm start: installs and builds what is missing, then runs the demo.
import { join } from 'node:path';
import { becomeNode, ensureBuilt, ensureInstalled, root } from './setup.mjs';

ensureInstalled();
ensureBuilt();
process.exitCode = await becomeNode([
  join(root, 'dist', 'bin', 'mneme.js'),
  'demo',
  ...process.argv.slice(2),
]);
