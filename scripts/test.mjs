// npm test: all guards in order; the first failure ends the run with its exit code. vitest runs
// last and prints the last line, "N passed, N failed, N skipped".
//   node scripts/test.mjs --only vitest packages/core/src/recall       one guard, or several: --only eslint,vitest
//   node scripts/test.mjs packages/core/src/recall                     all guards; prettier, eslint and vitest check these paths only
//   node scripts/test.mjs --only vitest -t 'a name'      everything from the first other option on goes to vitest
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomeNode, binOf, ensureInstalled, root, say } from './setup.mjs';

/** The guards in order, with the arguments for Node. */
const GUARDS = {
  tsc: () => [binOf('typescript', 'tsc'), '--noEmit'],
  prettier: ({ paths }) => [
    binOf('prettier'),
    '--check',
    '--cache',
    '--log-level=warn',
    ...lintable(paths),
  ],
  eslint: ({ paths }) => [binOf('eslint'), '--max-warnings', '0', ...lintable(paths)],
  knip: () => [binOf('knip')],
  vitest: ({ paths, options }) => [
    binOf('vitest'),
    'run',
    '--coverage.enabled=false',
    ...paths,
    ...options,
  ],
};

/** Splits the command line into guards, path filters, and vitest's arguments. */
function readArguments(argv) {
  const asked = { guards: Object.keys(GUARDS), paths: [], options: [] };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at];
    if (word === '--only') {
      at += 1;
      asked.guards = readGuards(argv[at]);
    } else if (word.startsWith('--only=')) {
      asked.guards = readGuards(word.slice('--only='.length));
    } else if (word.startsWith('-')) {
      return { ...asked, options: argv.slice(at) };
    } else {
      asked.paths.push(word);
    }
  }
  return asked;
}

function readGuards(list = '') {
  const names = list.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => !Object.hasOwn(GUARDS, name));
  if (names.length === 0 || unknown.length > 0) {
    say(`--only takes one or more of ${Object.keys(GUARDS).join(', ')}, separated by commas`);
    process.exit(2);
  }
  return Object.keys(GUARDS).filter((name) => names.includes(name));
}

/** eslint needs existing paths; vitest's filters may be any part of a path. */
function lintable(paths) {
  const existing = paths.filter((path) => existsSync(join(root, path)));
  return existing.length > 0 ? existing : ['.'];
}

async function runGuards(asked) {
  for (const name of asked.guards) {
    say(`— ${name}`);
    const code = await becomeNode(GUARDS[name](asked));
    if (code !== 0) {
      // vitest's own summary stays the last line.
      if (name !== 'vitest')
        say(`${name} failed with exit code ${code}; the guards after it did not run`);
      return code;
    }
  }
  return 0;
}

const asked = readArguments(process.argv.slice(2));
ensureInstalled();
process.exitCode = await runGuards(asked);
