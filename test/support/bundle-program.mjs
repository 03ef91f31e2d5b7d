import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../../scripts/bundle.mjs';
import { binOf, root, runNode } from '../../scripts/setup.mjs';

/** Before any test: the processes that tests start run the program, and the library, as their sources are now. */
export async function setup() {
  // What is packed has it, and pages lead to it.
  if (!existsSync(join(root, 'clients', 'python', 'mneme_client.py')))
    runNode([binOf('tsx'), join('scripts', 'write-python.mjs')]);
  await bundleProgram({
    'crash-writer': 'bench/crash-child.ts',
    'crash-fault-writer': 'bench/crash-fault-child.ts',
    'crash-upkeep-writer': 'bench/crash-upkeep-child.ts',
    'crash-reader': 'bench/crash-reading-child.ts',
    'obeying-program': 'bench/obeying-program.ts',
  });
}
