// npm run check:compat: builds and packs the package, installs it into an empty project beside the clients of other memories, and
// lets each client work with it: over HTTP with a server of ours, or with our adapter in its own library. Needs a registry; without one
// it says so and is skipped. Prints a line a peer; the last one counts.
//   node scripts/check-compat.mjs [--no-build] [PEER…]
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runNode, say } from './setup.mjs';

/** Each peer's packages; `compat-use/PEER.mjs` says what is done with them. */
const PEERS = {
  mem0: ['mem0ai@3'],
};

const folder = mkdtempSync(join(tmpdir(), 'mneme-compat-'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const chosen = Object.keys(PEERS).filter((name) => wanted.length === 0 || wanted.includes(name));
let passed = 0;
let failed = 0;

const npm = (args, cwd) =>
  spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

function check(name, { status, stdout = '', stderr = '' }) {
  if (status === 0) passed += 1;
  else failed += 1;
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) console.log(`${stdout}${stderr}`.trim().replace(/^/gm, '     '));
  return status === 0;
}

/** A server over a file of its own; resolves with its address once it listens. */
function serve(name) {
  const mneme = join(folder, 'node_modules', 'mneme', 'dist', 'bin', 'mneme.js');
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

/** What the package of a peer is, by its own word. */
function versionOf(name) {
  const [first] = PEERS[name];
  const at = first.lastIndexOf('@');
  const listed = npm(['ls', first.slice(0, at), '--depth=0', '--parseable', '--long'], folder);
  return listed.stdout.trim().split(':').at(-1) ?? first;
}

async function use(name) {
  const file = `${name}.mjs`;
  copyFileSync(join(root, 'scripts', 'compat-use', file), join(folder, file));
  const { server, address } = serve(name);
  try {
    const env = { ...process.env, MEM0_TELEMETRY: 'false' };
    const used = spawn(process.execPath, [file, await address], { cwd: folder, env });
    let told = '';
    for (const stream of [used.stdout, used.stderr]) stream.on('data', (text) => (told += text));
    const status = await new Promise((resolve) => used.once('exit', resolve));
    check(`${name}: ${versionOf(name)}`, { status, stdout: told });
  } finally {
    server.kill();
  }
}

try {
  if (npm(['view', 'mem0ai', 'version'], folder).status !== 0)
    console.log('check:compat is skipped: no registry can be reached');
  else {
    const built = process.argv.includes('--no-build')
      ? 0
      : runNode([join(root, 'scripts', 'build.mjs')], ['ignore', 2, 2]);
    if (built !== 0) throw new Error(`the build failed with exit code ${built}`);
    const packed = npm(['pack', '--pack-destination', folder], root);
    if (packed.status !== 0) throw new Error(packed.stderr);
    const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    // Their own optional peers are many, and none of them is asked for here.
    const packages = [archive, ...chosen.flatMap((name) => PEERS[name])];
    const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts'];
    const installed = npm(['install', ...flags, ...packages], folder);
    if (installed.status !== 0) throw new Error(installed.stderr);
    for (const name of chosen) await use(name);
    console.log(`${passed} passed, ${failed} failed`);
  }
} catch (error) {
  failed += 1;
  say(String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
