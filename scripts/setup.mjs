// Prepares every command: dependencies that match the lock file, and a build that matches the
// sources. Plain Node, no dependencies. Writes only to stderr: the last line of a command's stdout
// may be machine-read.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const installStamp = join(modules, '.mneme-stamp');
const buildStamp = join(modules, '.mneme-built');

/** The inputs of a build. */
const BUILD_INPUTS = ['packages', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/** Writes one line to stderr. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Path of a package's executable script, to run with this Node, without a shell or .cmd file. */
export function binOf(packageName, command = packageName) {
  const folder = join(modules, packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Runs a script with this Node and waits; returns its exit code (128 and more for a signal). */
export function runNode(args, stdio = 'inherit') {
  return exitCodeOf(spawnSync(process.execPath, args, { cwd: root, stdio }));
}

/**
 * Runs a script with this Node in place of this process: same stdio, signals forwarded; resolves
 * with its exit code.
 */
export function becomeNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    // The child receives Ctrl-C itself; wait until it has finished.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', (error) => resolve(exitCodeOf({ error })));
    child.on('exit', (status, signal) => resolve(exitCodeOf({ status, signal })));
  });
}

/**
 * Installs the dependencies when they are missing or do not match the lock file; exits when that
 * fails.
 */
export function ensureInstalled() {
  const wanted = fingerprint();
  const stamp = readText(installStamp);
  if (stamp === wanted) return;
  const sameNode = stamp === undefined || stamp.split(' ')[1] === wanted.split(' ')[1];
  if (sameNode && matchesLock()) {
    writeFileSync(installStamp, wanted);
    return;
  }
  const command = existsSync(lockFile) ? 'ci' : 'install';
  say(`setup: npm ${command} (native parts may compile for a minute or two) …`);
  const args = [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  let code = runNpm(args);
  if (code !== 0) {
    say('setup: a native part may not compile here; once more without them …');
    code = runNpm([...args, '--ignore-scripts']);
  }
  if (code !== 0) {
    say(`setup: npm ${command} failed with exit code ${code}`);
    process.exit(code);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(installStamp, fingerprint());
}

/**
 * Builds into dist/ when a source file or the compiler's settings are newer than the last build;
 * exits when that fails.
 */
export function ensureBuilt() {
  const built = Number(readText(buildStamp) ?? 0);
  if (
    existsSync(join(root, 'dist')) &&
    newestOf(BUILD_INPUTS.map((name) => join(root, name))) < built
  )
    return;
  say('setup: building dist …');
  const code = runNode([join(root, 'scripts', 'build.mjs')], ['ignore', 2, 2]);
  if (code !== 0) {
    say(`setup: the build failed with exit code ${code}`);
    process.exit(code);
  }
}

/** Records that dist/ was built from the sources as of `startedAt` (epoch milliseconds). */
export function stampBuild(startedAt) {
  writeFileSync(buildStamp, String(startedAt));
}

/**
 * Inputs of an installation: the lock file (or the manifest), and the version of Node that native
 * packages are compiled for.
 */
function fingerprint() {
  const manifest = existsSync(lockFile) ? lockFile : join(root, 'package.json');
  const hash = createHash('sha256').update(readFileSync(manifest)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}-${process.versions.modules}\n`;
}

/**
 * Whether node_modules has the versions of the lock file, installed by hand: then it is not
 * replaced.
 */
function matchesLock() {
  const wanted = packagesOf(lockFile);
  const present = packagesOf(join(modules, '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path];
    if (path === '') return true;
    if (found === undefined)
      return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function packagesOf(file) {
  const text = readText(file);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/**
 * Runs npm with this Node where its script is known (`npm test`, `npm start`), else the one in
 * PATH.
 */
function runNpm(args) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/.test(script))
    return runNode([script, ...args], ['ignore', 2, 2]);
  const windows = process.platform === 'win32';
  const result = spawnSync(windows ? `npm.cmd ${args.join(' ')}` : 'npm', windows ? [] : args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  return exitCodeOf(result);
}

function exitCodeOf({ status, signal, error }) {
  if (error !== undefined) say(error.message);
  if (typeof signal === 'string') return 128 + constants.signals[signal];
  return status ?? 1;
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Latest modification, in epoch milliseconds, of files and of everything in folders. */
function newestOf(paths) {
  return paths.reduce((newest, path) => {
    if (!existsSync(path)) return newest;
    const facts = statSync(path);
    const inside = facts.isDirectory()
      ? newestOf(readdirSync(path).map((name) => join(path, name)))
      : 0;
    return Math.max(newest, facts.mtimeMs, inside);
  }, 0);
}
