// Collects every regular expression of the packages that may be slower than linear, and analyses it
// with recheck.
//   node scripts/patterns.mjs           analyses new ones, and records the linear ones
//   node scripts/patterns.mjs --all     analyses all again, which takes some ten minutes
// To fix one: anchor a run at its beginning ((?<!\s)\s+$ for \s+$), bound repetitions, or use a
// loop.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fileMeant } from './import-graph.mjs';
import { root, say } from './setup.mjs';

/**
 * Hashes of patterns known to be linear, one per line, so that branches merge. A changed pattern
 * has another hash and is analysed again; analysing all in every test run would take minutes.
 */
const FOUND_LINEAR = join(root, 'test', 'support', 'linear-patterns.txt');
/**
 * Not loaded: programs, which would run, and modules that need a browser. None constructs a
 * pattern.
 */
const PROGRAMS =
  /^packages\/(?:cli\/src\/(?:main|hook-main)|server\/src\/running\/memory-worker|core\/src\/adapters\/models\/inside\/encoder-worker|console\/src\/pages\/(?:pages|\w+\/draw(?:-\w+)?))\.ts$/;

/** Identifies a pattern. */
const keyOf = ({ source, flags }) => `/${source}/${flags}`;

/** The non-test files of the packages, with forward slashes. */
function sources() {
  return readdirSync(join(root, 'packages'), { recursive: true })
    .map((name) => `packages/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
}

/** Regular expression literals, and the places that construct a pattern. */
async function readSources(files) {
  const { default: ts } = await import('typescript');
  const literals = [];
  const sites = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!/\/|RegExp/.test(text)) continue;
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      const where = () => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
          where: where(),
        });
      } else if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        node.expression.getText() === 'RegExp'
      )
        sites.push(where());
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return { literals, sites };
}

/** Runs in a separate process: records every pattern constructed while the modules load. */
const NOTING = `
const { RegExp: Original } = globalThis;
const noted = [];
const note = (made) => {
  const place = /(packages\\/[\\w./-]+\\.ts:\\d+)/.exec(new Error().stack.split('\\n').slice(3, 5).join(' '));
  if (place !== null) noted.push({ source: made.source, flags: made.flags, where: place[1] });
  return made;
};
globalThis.RegExp = new Proxy(Original, {
  construct: (target, given) => note(Reflect.construct(target, given)),
  apply: (target, _this, given) => note(target(...given)),
});
await import('./modules.mjs');
globalThis.RegExp = Original;
process.stdout.write(JSON.stringify(noted), () => process.exit(0));
`;

/** Packages of ours are read like files of one; all others stay outside. */
const ourPackages = {
  name: 'our-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^@mneme\// }, ({ path }) => ({
      path: join(root, fileMeant('', path).replace(/\.js$/, '.ts')),
    }));
  },
};

async function constructed(files) {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(root, 'node_modules', '.patterns-'));
  try {
    await build({
      stdin: {
        contents: files.map((file) => `import './${file}';`).join('\n'),
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      plugins: [ourPackages],
      treeShaking: false,
      sourcemap: 'inline',
      outfile: join(folder, 'modules.mjs'),
      logLevel: 'error',
    });
    writeFileSync(join(folder, 'note.mjs'), NOTING);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--enable-source-maps', join(folder, 'note.mjs')],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    if (status !== 0) throw new Error(`the modules could not be loaded: ${stderr.slice(0, 2_000)}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A pattern without unbounded repetition takes bounded time at each position of a text. */
function repeatsWithoutEnd(source) {
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at++;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '*' || sign === '+' || /^\{\d+,\}/.test(source.slice(at, at + 12)))
      return true;
  }
  return false;
}

/**
 * The patterns that may be slow, with all their places; and the places that construct one only at
 * run time.
 */
export async function collectPatterns() {
  const files = sources();
  const { literals, sites } = await readSources(files);
  const built = await constructed(files.filter((file) => !PROGRAMS.test(file)));
  const patterns = new Map();
  for (const { source, flags, where } of [...literals, ...built]) {
    if (!repeatsWithoutEnd(source)) continue;
    const pattern = { source, flags, where: [] };
    const known = patterns.get(keyOf(pattern)) ?? pattern;
    if (!known.where.includes(where)) known.where.push(where);
    patterns.set(keyOf(pattern), known);
  }
  const seen = new Set(built.map(({ where }) => where));
  return { patterns: [...patterns.values()], late: sites.filter((site) => !seen.has(site)) };
}

/**
 * The search for an attack is limited by steps, which are the same on every machine; the timeout
 * bounds memory.
 */
const SEARCH = {
  checker: 'fuzz',
  timeout: 15_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxIteration: 3,
  attackLimit: 100_000_000,
  maxAttackStringSize: 30_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 10,
  crossoverSize: 5,
};
/** For longer patterns only an attack is searched for: a proof would take minutes. */
const LONGEST_PROVED = 120;
const PROOF = { checker: 'automaton', attackTimeout: null, timeout: 2_000 };

/** Null for a linear pattern, proved or with no attack found; else the attack. */
export async function attackOn({ source, flags }) {
  const { checkSync } = (await import('recheck/lib/browser.js')).default;
  const plain = flags.replace(/[dv]/g, '');
  const proved =
    source.length <= LONGEST_PROVED ? checkSync(source, plain, PROOF) : { status: 'unknown' };
  const result = proved.status === 'unknown' ? checkSync(source, plain, SEARCH) : proved;
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable'
    ? `${result.complexity.summary} on ${result.attack.pattern}`
    : `not decided (${result.error?.kind ?? 'unknown'})`;
}

export const hashOf = (pattern) =>
  createHash('sha256').update(keyOf(pattern)).digest('base64url').slice(0, 16);

/** Hashes of the patterns known to be linear. */
export function foundLinear() {
  return new Set(readFileSync(FOUND_LINEAR, 'utf8').split('\n').filter(Boolean));
}

/** Analyses unknown patterns, or all of them, and records the linear ones. */
async function writeFoundLinear(all) {
  const { patterns } = await collectPatterns();
  const known = all ? new Set() : foundLinear();
  const linear = [];
  for (const pattern of patterns) {
    const attack = known.has(hashOf(pattern)) ? null : await attackOn(pattern);
    if (attack === null) linear.push(hashOf(pattern));
    else say(`${pattern.where.join(', ')}: ${keyOf(pattern)}\n    ${attack}`);
  }
  writeFileSync(FOUND_LINEAR, `${linear.sort().join('\n')}\n`);
  say(`${linear.length} of ${patterns.length} patterns are linear`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFoundLinear(process.argv.includes('--all'));
