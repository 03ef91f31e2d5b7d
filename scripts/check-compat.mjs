// npm run check:compat: builds and packs the package, installs it into empty projects together with
// the clients of other memory servers, and runs each client against it: over HTTP or stdio with our
// server, or with our adapter in its own library. Needs a registry; without one it is skipped.
// Prints a line per peer, then a table of what is unsupported, each verified to be refused.
//   node scripts/check-compat.mjs [--no-build] [PEER…]
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { root, runNode, say } from './setup.mjs';

/**
 * Each peer's packages and script in `compat-use/`; each major version of a package has its own
 * project.
 */
const PEERS = {
  mem0: { packages: ['mem0ai@3'] },
  'anthropic-memory-tool': { packages: ['@anthropic-ai/sdk@1'] },
  langgraph: {
    packages: ['@langchain/langgraph-checkpoint@1', '@langchain/langgraph@1', '@langchain/core@1'],
  },
  'openai-agents': { packages: ['@openai/agents-core@0'] },
  'ai-sdk-5': { packages: ['ai@5'], script: 'ai-sdk', project: 'ai-5' },
  'ai-sdk-6': { packages: ['ai@6'], script: 'ai-sdk' },
  'langchain-0.3': { packages: ['@langchain/core@0.3'], script: 'langchain', project: 'ai-5' },
  'langchain-1': { packages: ['@langchain/core@1'], script: 'langchain' },
  llamaindex: { packages: ['@llamaindex/core@0.6'] },
  'mcp-reference': {
    packages: ['@modelcontextprotocol/server-memory@2026', '@modelcontextprotocol/sdk@1'],
  },
  letta: { packages: ['@letta-ai/letta-client@1'] },
  hindsight: { packages: ['@vectorize-io/hindsight-client@0'] },
};
/** Timeout of a peer, in milliseconds. */
const MAX_TIME = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'mneme-compat-'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const chosen = Object.keys(PEERS).filter((name) => wanted.length === 0 || wanted.includes(name));
const rows = [];

const npm = (args, cwd) =>
  spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
const projectOf = (name) => join(folder, PEERS[name].project ?? 'main');

/** Starts a server on a new file; resolves with its URL once it listens. */
function serve(name) {
  const mneme = join(projectOf(name), 'node_modules', 'mneme', 'dist', 'bin', 'mneme.js');
  const server = spawn(process.execPath, [
    mneme,
    ...['serve', '--port', '0', '--file', join(folder, `${name}.mneme`)],
  ]);
  const address = new Promise((resolve, reject) => {
    let told = '';
    const hear = (text) => {
      told += text;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
      if (url !== undefined) resolve(url);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', () => reject(new Error(`the server ended: ${told}`)));
  });
  return { server, address };
}

/** The installed version of a peer's package. */
function installedOf(name) {
  const [first] = PEERS[name].packages;
  const title = first.slice(0, first.lastIndexOf('@'));
  const manifest = join(projectOf(name), 'node_modules', title, 'package.json');
  return `${title} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
}

async function use(name) {
  const file = `${PEERS[name].script ?? name}.mjs`;
  for (const each of [file, 'told.mjs'])
    copyFileSync(join(root, 'scripts', 'compat-use', each), join(projectOf(name), each));
  const { server, address } = serve(name);
  let told = '';
  let status;
  try {
    const env = { ...process.env, MEM0_TELEMETRY: 'false' };
    const used = spawn(process.execPath, [file, await address], {
      cwd: projectOf(name),
      env,
      timeout: MAX_TIME,
    });
    for (const stream of [used.stdout, used.stderr]) stream.on('data', (text) => (told += text));
    status = await new Promise((resolve) => used.once('exit', resolve));
  } catch (error) {
    told += String(error);
  } finally {
    server.kill();
  }
  const passed = status === 0;
  const { met, refused } = passed
    ? JSON.parse(told.trim().split('\n').at(-1))
    : { met: 0, refused: [] };
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name}: ${installedOf(name)}`);
  if (!passed) console.log(told.trim().replace(/^/gm, '     '));
  rows.push({ name, client: installedOf(name), passed, met, refused });
}

function install() {
  const packed = npm(['pack', '--pack-destination', folder], root);
  if (packed.status !== 0) throw new Error(packed.stderr);
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  for (const project of new Set(chosen.map(projectOf))) {
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
    const within = chosen.filter((name) => projectOf(name) === project);
    // Their optional peer dependencies are many, and none is needed here.
    const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts'];
    const packages = new Set([archive, ...within.flatMap((name) => PEERS[name].packages)]);
    const installed = npm(['install', ...flags, ...packages], project);
    if (installed.status !== 0) throw new Error(installed.stderr);
  }
}

function table() {
  const drawn = new Table({
    head: ['peer', 'client', '', 'met', 'cannot be met, and says so'],
    style: { head: [], border: [] },
    wordWrap: true,
    colWidths: [23, 26, 6, 5, 60],
  });
  for (const { name, client, passed, met, refused } of rows)
    drawn.push([name, client, passed ? 'ok' : 'FAIL', met, refused.join(', ')]);
  return drawn.toString();
}

let failed = 0;
try {
  if (npm(['view', 'mem0ai', 'version'], folder).status !== 0)
    console.log('check:compat is skipped: no registry can be reached');
  else {
    const built = process.argv.includes('--no-build')
      ? 0
      : runNode([join(root, 'scripts', 'build.mjs')], ['ignore', 2, 2]);
    if (built !== 0) throw new Error(`the build failed with exit code ${built}`);
    install();
    for (const name of chosen) await use(name);
    failed = rows.filter(({ passed }) => !passed).length;
    console.log(table());
    console.log(`${rows.length - failed} passed, ${failed} failed`);
  }
} catch (error) {
  failed += 1;
  say(String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
