import { bundleProgram } from '../../scripts/bundle.mjs';

/** Before any test: the processes that tests start run the program, and the library, as their sources are now. */
export const setup = () =>
  bundleProgram({
    'crash-writer': 'bench/crash-child.ts',
    'crash-fault-writer': 'bench/crash-fault-child.ts',
    'crash-upkeep-writer': 'bench/crash-upkeep-child.ts',
    'crash-reader': 'bench/crash-reading-child.ts',
    'obeying-program': 'bench/obeying-program.ts',
  });
