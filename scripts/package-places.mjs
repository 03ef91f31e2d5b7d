// Uses the package elsewhere, for check-package.mjs: bundled, from `npx`, on Bun, in the container
// image, and without writable folders or network.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from './setup.mjs';

const NOBODY = 65_534;

/** Remembers in a file and recalls; run bundled and on Bun. */
const PROGRAM = `import { openMemory, MnemeError } from 'mneme';
async function main() {
  const file = process.argv[2];
  const memory = await openMemory({ file });
  await memory.remember('The heron nests by the weir.');
  await memory.close();
  const again = await openMemory({ file });
  const { results } = await again.recall('Where does the heron nest?');
  if (results[0]?.content !== 'The heron nests by the weir.') throw new Error('it was not found again');
  const refused = await again.recall('').catch((error) => error);
  if (!MnemeError.is(refused)) throw new Error('not refused');
  await again.close();
}
main().catch((error) => { console.error(error); process.exitCode = 1; });
`;

/** Bundles into one file with esbuild and runs it without node_modules. */
export function useBundled(project, { check, run, folder }) {
  writeFileSync(join(project, 'bundled.mjs'), PROGRAM);
  for (const format of ['esm', 'cjs']) {
    const place = join(folder, `bundled-${format}`);
    mkdirSync(place);
    const out = join(place, format === 'esm' ? 'out.mjs' : 'out.cjs');
    if (check(`bundled by esbuild as ${format}`, bundled(project, format, out)))
      check(
        `the bundle as ${format} runs without node_modules`,
        run(process.execPath, [out, join(place, 'memory.mneme')], place),
      );
  }
}

/** By esbuild's API: its executable may be a script or a binary. */
function bundled(absWorkingDir, format, outfile) {
  try {
    buildSync({
      ...{ absWorkingDir, format, outfile },
      entryPoints: ['bundled.mjs'],
      bundle: true,
      platform: 'node',
      logLevel: 'silent',
    });
    return { status: 0 };
  } catch (error) {
    return { status: 1, stderr: error.message };
  }
}

/** An error must be one sentence with a remedy, without a stack. */
function refused({ status, stdout, stderr }) {
  const said = `${stdout}${stderr}`;
  const plain = status !== 0 && said.trim() !== '' && !/^\s+at .+:\d+/m.test(said);
  return { status: plain ? 0 : 1, stdout, stderr: `exit code ${status}\n${stderr}` };
}

/** No home, a read-only home, no network, two concurrent setups. */
export function useWithoutPlace(project, { check, run, skip, folder }) {
  const mneme = join(project, 'node_modules', 'mneme', 'dist', 'bin', 'mneme.js');
  const nowhere = { XDG_DATA_HOME: '', XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '' };
  const noHome = { ...nowhere, HOME: join(mneme, 'home') };
  const file = join(folder, 'elsewhere.mneme');
  const ask = (args, env) => run(process.execPath, [mneme, ...args], folder, env);
  check('no home: refused in a sentence', refused(ask(['remember', 'The heron nests.'], noHome)));
  check('no home: setup is refused in a sentence', refused(ask(['setup', '--yes'], noHome)));
  check('no home: --file works', ask(['remember', 'The heron nests.', '--file', file], noHome));
  if (process.getuid?.() === 0) {
    const home = join(folder, 'read-only-home');
    mkdirSync(join(home, '.cursor'), { recursive: true });
    for (const at of ['.cursor', '']) {
      chownSync(join(home, at), NOBODY, NOBODY);
      chmodSync(join(home, at), 0o555);
    }
    chmodSync(folder, 0o755);
    const asNobody = (args) =>
      run(
        'setpriv',
        [
          `--reuid=${NOBODY}`,
          `--regid=${NOBODY}`,
          '--clear-groups',
          process.execPath,
          mneme,
          ...args,
        ],
        '/tmp',
        { ...nowhere, HOME: home },
      );
    if (asNobody(['--version']).status !== 0) skip('a read-only home', 'setpriv does not run here');
    else {
      check('a read-only home: refused', refused(asNobody(['remember', 'The heron nests.'])));
      check('a read-only home: setup is refused', refused(asNobody(['setup', '--yes'])));
    }
  } else skip('a read-only home', 'it takes root to become somebody else');
  const offline = run('unshare', ['--net', process.execPath, mneme, 'demo'], folder);
  if (/unshare/.test(offline.stderr ?? '') || offline.error !== undefined)
    skip('no network', 'unshare does not run here');
  else check('no network: mneme demo', offline);
}

/** `npx mneme serve` from the archive: it starts, answers and stops. */
export async function useNpx({ check, folder, archive }) {
  const place = join(folder, 'npx');
  mkdirSync(place);
  // Its own process group: npx starts a shell, which starts the program.
  const child = spawn(
    'npx',
    [
      '--yes',
      '--package',
      archive,
      'mneme',
      'serve',
      '--port',
      '0',
      '--file',
      join(place, 'm.mneme'),
    ],
    { cwd: place, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stderr = '';
  const url = new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
      const at = /Listening at (http:\S+)/.exec(stderr)?.[1];
      if (at !== undefined) resolve(at);
    });
    child.on('error', () => resolve(null)).on('exit', () => resolve(null));
  });
  const at = await url;
  const answer = at === null ? null : await fetch(`${at}/health/live`).catch(() => null);
  check('npx mneme serve, from the archive', { status: answer?.ok === true ? 0 : 1, stderr });
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

/** On Bun from the registry. */
export function useBun({ check, run, skip, folder, archive }) {
  const place = join(folder, 'bun');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }\n');
  const got = run('npm', ['install', '--no-audit', '--no-fund', 'bun', archive], place);
  const bun = join(place, 'node_modules', '.bin', 'bun');
  if (got.status !== 0 || run(bun, ['--version'], place).status !== 0)
    return skip('Bun', 'it cannot be had here');
  writeFileSync(join(place, 'use.mjs'), PROGRAM);
  check('Bun: remembers and recalls', run(bun, ['use.mjs', join(place, 'm.mneme')], place));
}

/**
 * The RUN steps of the Dockerfile in a copy of its build context; what only an image has (users,
 * folders at the root) is left out.
 */
export function useContainer({ check, run, folder }) {
  const build = join(folder, 'container');
  const [stages, prefix] = [readStages(), join(folder, 'global')];
  const files = run('git', ['ls-files', '-z'], root)
    .stdout.split('\0')
    .filter((path) => path !== '');
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  for (const path of files) {
    if (ignored.some((left) => path === left || path.startsWith(`${left.replace(/\/$/, '')}/`)))
      continue;
    mkdirSync(dirname(join(build, path)), { recursive: true });
    cpSync(join(root, path), join(build, path));
  }
  const here = (command) =>
    command
      .replaceAll('--pack-destination /', `--pack-destination ${folder}/`)
      .replaceAll('--global', `--global --prefix ${prefix}`)
      .replaceAll('/mneme-*.tgz', `${folder}/mneme-*.tgz`);
  const steps = stages.filter((step) => !/mkdir|chown/.test(step)).map(here);
  for (const step of steps)
    if (!check(`Dockerfile: ${step.split(folder).join('')}`, run('sh', ['-c', step], build)))
      return;
  const program = readdirSync(join(prefix, 'bin')).find((name) => name === 'mneme') ?? '';
  check(
    'Dockerfile: the program that it starts',
    run(join(prefix, 'bin', program), ['--version'], folder),
  );
}

const readStages = () =>
  readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .flatMap((line) => /^RUN (.+)$/.exec(line)?.[1] ?? []);
