// npm run fuzz: runs the property tests on new random examples. Prints the seed, which reproduces
// the run.
//   node scripts/fuzz.mjs                          all property tests once, with a random seed
//   node scripts/fuzz.mjs --runs 20 packages/core/src/safety     those of a folder, 20 times with consecutive seeds
//   node scripts/fuzz.mjs --examples 5000 plain-talk     examples per property, instead of a hundred
//   node scripts/fuzz.mjs --seed 1234 packages/core/src/safety   repeats a run
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { becomeNode, binOf, ensureInstalled, root, say } from './setup.mjs';

const SEEDS = 2 ** 31;

/** An integer option; anything else exits with 2. */
function wholeNumber(name, value, least) {
  if (/^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) < SEEDS)
    return Number(value);
  say(`--${name} takes a whole number from ${least} to ${SEEDS - 1}, not "${value}"`);
  process.exit(2);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: 'string' },
      runs: { type: 'string', default: '1' },
      examples: { type: 'string' },
    },
    allowPositionals: true,
  });
  return {
    seed: values.seed === undefined ? randomInt(SEEDS) : wholeNumber('seed', values.seed, 0),
    runs: wholeNumber('runs', values.runs, 1),
    examples:
      values.examples === undefined ? undefined : wholeNumber('examples', values.examples, 1),
    paths: positionals,
  };
}

/** The test files with property tests, of all or below the paths. */
function propertyTests(paths) {
  const all = ['packages', 'test', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.test.ts')),
  );
  return all
    .filter((name) => paths.length === 0 || paths.some((path) => name.includes(path)))
    .filter((name) => /\bfc\.|[a-z]Contract\b/.test(readFileSync(join(root, name), 'utf8')));
}

const asked = readArguments();
ensureInstalled();
const files = propertyTests(asked.paths);
if (files.length === 0) {
  say(`no property tests in ${asked.paths.join(', ')}`);
  process.exit(2);
}
if (asked.examples !== undefined) process.env.MNEME_PROPERTY_EXAMPLES = String(asked.examples);
for (let run = 0; run < asked.runs && !process.exitCode; run++) {
  const seed = (asked.seed + run) % SEEDS;
  say(`— seed ${seed}, ${files.length} files`);
  process.env.MNEME_PROPERTY_SEED = String(seed);
  process.exitCode = await becomeNode([
    binOf('vitest'),
    'run',
    '--coverage.enabled=false',
    ...files,
  ]);
  const examples = asked.examples === undefined ? [] : ['--examples', asked.examples];
  if (process.exitCode)
    say(`again: npm run fuzz -- --seed ${[seed, ...examples, ...asked.paths].join(' ')}`);
}
