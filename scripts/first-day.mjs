// Uses the package as on a first day: in an empty folder, on Node 20 without a compiler and without
// a native SQLite. The README's example in three module formats, the types of the samples, `mneme
// setup` in a temporary home, two servers on one file, the packaged documentation, the Python
// client. Part of `npm run check:package`; alone, with the existing build:
//   node scripts/first-day.mjs [ARCHIVE]
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, run, startChecks, verdict } from './checking.mjs';
import { homeOf, useServers } from './first-servers.mjs';
import { root } from './setup.mjs';

/** Makes compilers unavailable, so that nothing is built from source. */
const NO_COMPILER = { CC: '/nowhere/cc', CXX: '/nowhere/c++', PYTHON: '/nowhere/python' };

/** `archive` is the packed package, `folder` a temporary folder. */
export async function firstDay({ check, skip, archive, folder }) {
  const project = join(folder, 'first-day');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  const node20 = nodeOf(20, folder);
  if (node20 === null) return skip('a first day', 'Node 20 cannot be had here');
  const installed = npm(['install', '--no-audit', '--no-fund', archive], project, NO_COMPILER);
  if (!check('first day: installs without a compiler', installed)) return;
  check('first day: nothing native came along', verdict(nativeIn(join(project, 'node_modules'))));
  const day = { check, skip, project, node: node20, mneme: programIn(project) };
  useReadme(day);
  const home = useSetup(day, folder);
  if (home !== null) await useServers(day, home);
  useTypes(day, folder);
  checkPages(day);
  await usePython(day, folder);
}

const programIn = (project) => join(project, 'node_modules', 'mneme', 'dist', 'bin', 'mneme.js');

/**
 * The executable of a major version of Node: this one, or one from the registry; null where
 * unavailable.
 */
function nodeOf(major, folder) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const place = join(folder, `node-${major}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  npm(['install', '--no-audit', '--no-fund', `node@${major}`], place);
  const found = join(place, 'node_modules', '.bin', 'node');
  const { stdout } = run(found, ['--version'], place);
  return stdout?.startsWith(`v${major}.`) === true ? found : null;
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const nativeIn = (folder) => filesBelow(folder).filter((file) => file.endsWith('.node'));

/** The README's example and its documented output. */
function readExample() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, code, printed] =
    /<!-- example -->\n```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```\n<!-- \/example -->/.exec(readme);
  return { code, printed };
}

/** As an ES module, as CommonJS, and in TypeScript by a runner. */
function useReadme({ check, skip, project, node }) {
  const { code, printed } = readExample();
  const body = code.replace(/^import (.+) from 'mneme';\n/, '');
  const asCommonJs = `const { openMemory } = require('mneme');\nasync function main() {\n${body}}\nmain();\n`;
  const tools = join(dirname(project), 'tsx');
  mkdirSync(tools);
  const tsx = npm(['install', '--no-audit', '--no-fund', '--prefix', tools, 'tsx@4'], tools);
  const loader = pathToFileURL(join(tools, 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;
  const ways = [
    ['ten.mjs', code, [node]],
    ['ten.cjs', asCommonJs, [node]],
    ...(tsx.status === 0 ? [['ten.mts', code, [node, '--import', loader]]] : []),
  ];
  for (const major of [22, 24]) {
    const other = nodeOf(major, dirname(project));
    if (other === null) skip(`first day: ten.mts on Node ${major}`, 'it cannot be had here');
    else ways.push(['ten.mts', code, [other]]);
  }
  for (const [name, text, [program, ...options]] of ways) {
    rmSync(join(project, 'agent.mneme'), { force: true });
    writeFileSync(join(project, name), text);
    const { status, stdout, stderr } = run(program, [...options, name], project);
    const version = run(program, ['--version'], project).stdout.trim();
    // The output must be exactly the documented one, without warnings.
    const same = status === 0 && stdout === printed && stderr === '';
    check(`first day: the README's lines as ${name} on ${version}`, {
      status: same ? 0 : 1,
      stdout,
      stderr,
    });
  }
}

/** Type-checks the samples under the strictest common settings. */
function useTypes({ check, project }, folder) {
  const place = join(folder, 'first-day-types');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const archive = join(project, 'node_modules', 'mneme');
  const got = npm(
    ['install', '--no-audit', '--no-fund', 'typescript@5.9', '@types/node@20', archive],
    place,
  );
  if (!check('first day: the compiler installs', got)) return;
  const sample = (page) =>
    /```ts\n([\s\S]*?)```/.exec(readFileSync(join(archive, page), 'utf8'))?.[1] ?? '';
  const pages = ['README.md', join('docs', 'client.md')];
  const files = pages.map((page, at) => {
    const file = `sample-${at}.mts`;
    writeFileSync(join(place, file), sample(page));
    return file;
  });
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  check(
    'first day: the samples compile under exactOptionalPropertyTypes',
    run(
      process.execPath,
      [tsc, '--noEmit', ...strict, '--module', 'nodenext', '--skipLibCheck', ...files],
      place,
    ),
  );
}

/** Runs setup in a temporary home and returns it; null on failure. */
function useSetup({ check, project, node, mneme }, folder) {
  const home = join(folder, 'first-home');
  for (const name of ['', '.claude', '.cursor', '.codex']) mkdirSync(join(home, name));
  const env = homeOf(home);
  const done = run(node, [mneme, 'setup', '--yes'], project, env);
  return check('first day: mneme setup', done) ? home : null;
}

/** The documentation is packaged, and its links and those in messages lead to existing files. */
function checkPages({ check, project }) {
  const home = join(project, 'node_modules', 'mneme');
  const there = [
    'README.md',
    'docs/README.md',
    'docs/library.md',
    'clients/python/mneme_client.py',
  ];
  check(
    'first day: the pages and the Python client are there',
    verdict(there.filter((page) => !existsSync(join(home, page)))),
  );
  const dead = filesBelow(home)
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      Array.from(readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link)
        .map((link) => link.split('#')[0])
        .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
        .filter((link) => !existsSync(resolve(dirname(page), link)))
        .map((link) => `${page.slice(home.length + 1)}: ${link}`),
    );
  check('first day: the links of the pages lead somewhere', verdict(dead));
  const program = readFileSync(join(home, 'dist', 'bin', 'program.cjs'), 'utf8');
  const named = new Set(program.match(/(?<![\w/.-])docs\/[\w-]+\.md/g));
  check(
    'first day: messages name pages that are there',
    verdict([...named].filter((page) => !existsSync(join(home, normalize(page))))),
  );
}

const PYTHON = `
import sys
from mneme_client import Mneme
memory = Mneme(sys.argv[1])
memory.remember("Tom moved to Porto last Saturday.")
assert "Porto" in memory.recall("Where does Tom live?")["results"][0]["content"]
assert memory.bank()["name"] == "default"
`;

/** Runs the example at the head of the Python client against a server. */
async function usePython({ check, skip, project, node, mneme }, folder) {
  if (spawnSync('python3', ['--version']).status !== 0)
    return skip('first day: the Python client', 'there is no python3');
  const child = spawn(node, [mneme, 'serve', '--port', '0', '--file', join(folder, 'py.mneme')], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const at = /Listening at (http:\S+)/.exec(said)?.[1];
      if (at !== undefined) resolve(at);
    });
    void gone.then(() => resolve(null));
  });
  // The server must answer meanwhile, so spawn without blocking.
  const python =
    url === null
      ? null
      : spawn('python3', ['-c', PYTHON, url], {
          cwd: join(project, 'node_modules', 'mneme', 'clients', 'python'),
          env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
  python?.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const status = python === null ? 1 : await new Promise((resolve) => python.once('exit', resolve));
  check("first day: the Python client's own lines", { status, stderr: said });
  child.kill('SIGTERM');
  await gone;
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-first-day-'));
  const { counted, check, skip } = startChecks();
  try {
    const given = process.argv[2];
    if (given === undefined) {
      const packed = npm(['pack', '--pack-destination', folder], root);
      if (!check('npm pack', packed)) return 1;
    }
    const archive =
      given === undefined
        ? join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
        : resolve(given);
    await firstDay({ check, skip, archive, folder });
    console.log(`${counted.passed} passed, ${counted.failed} failed`);
    return counted.failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main();
