// npm run check:package: builds and packs the package, installs it into empty projects together
// with each major version of the libraries it has adapters for, and uses it there: by import and by
// require, bundled, by the compiler, by the command line, as on a first day (first-day.mjs), on
// Bun, without a writable folder, and by the steps of the Dockerfile. Needs a registry; without one
// it is skipped. Prints a line per check, names what cannot be tested here, and counts on the last
// line.
//   node scripts/check-package.mjs [--no-build]
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { npm, run, startChecks } from './checking.mjs';
import { firstDay } from './first-day.mjs';
import { useBun, useBundled, useContainer, useNpx, useWithoutPlace } from './package-places.mjs';
import { root, runNode, say } from './setup.mjs';

/** The major versions of the package's optional peers, oldest first. */
const PEERS = [
  ['ai@5', '@langchain/core@0.3'],
  ['ai@6', '@langchain/core@1'],
  ['ai@7', '@langchain/core@1'],
];
/** Environment variables that move programs' settings. */
const MOVING = [
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'LOCALAPPDATA',
  'APPDATA',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
];
const COMPILER = ['typescript@5.9', '@types/node@20'];

/** A program in TypeScript, checked against the declarations of each way of loading. */
const TYPES = `import { MnemeError, openMemory, type Memory } from 'mneme';
import { connect } from 'mneme/client';
import { memoryMiddleware, memoryTools } from 'mneme/ai-sdk';
import { MnemeChatMessageHistory, MnemeRetriever } from 'mneme/langchain';
import { generateText, wrapLanguageModel } from 'ai';
import type { BaseRetriever } from '@langchain/core/retrievers';

export async function use(model: Parameters<typeof wrapLanguageModel>[0]['model']): Promise<void> {
  const memory = await openMemory({ file: ':memory:' });
  const kept: readonly Memory[] = (await memory.list()).memories;
  const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(memory) });
  await generateText({ model: wrapped, tools: memoryTools(memory), prompt: 'Go on.' });
  const retriever: BaseRetriever = new MnemeRetriever({ memory });
  await new MnemeChatMessageHistory({ memory, session: 's' }).getMessages();
  await (await connect('http://127.0.0.1:4488')).recall('x');
  // @ts-expect-error: the declarations are read, not taken for any.
  retriever.invoke(kept, MnemeError.is(1).nothing);
}
`;

const folder = mkdtempSync(join(tmpdir(), 'mneme-package-'));
const { counted, check, skip } = startChecks();

/** Into one project, as native packages without a prebuilt binary take minutes to compile. */
function install(at, packages, peers) {
  const wanted = [...packages, ...peers];
  const title = `${peers.join(', ')}: installs without a word of force`;
  return check(title, npm(['install', '--no-audit', '--no-fund', ...wanted], at));
}

function useIn(at, peers) {
  for (const file of [
    'package-use.mjs',
    'compat-use/ai-sdk.mjs',
    'compat-use/langchain.mjs',
    'compat-use/told.mjs',
  ])
    copyFileSync(join(root, 'scripts', file), join(at, basename(file)));
  for (const way of ['import', 'require'])
    check(`${peers.join(', ')}: ${way}`, run(process.execPath, ['package-use.mjs', way], at));
  const compiled = ['use.mts', 'use.cts'];
  for (const file of compiled) writeFileSync(join(at, file), TYPES);
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck'];
  for (const file of compiled)
    check(
      `${peers.join(', ')}: types of ${file}`,
      run(process.execPath, [tsc, ...options, file], at),
    );
}

function useCommandLine(at) {
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const name of ['.claude', '.cursor', '.codex']) mkdirSync(join(home, name));
  const env = {
    HOME: home,
    USERPROFILE: home,
    ...Object.fromEntries(MOVING.map((name) => [name, ''])),
  };
  const mneme = join('node_modules', 'mneme', 'dist', 'bin', 'mneme.js');
  for (const args of [
    ['setup', '--yes'],
    ['setup', '--undo'],
    ['setup', '--yes', '--project', '--for', 'cursor,codex'],
    ['hooks', 'install', 'claude-code'],
    ['doctor', '--hooks'],
    ['doctor'],
    ['demo'],
  ])
    check(`mneme ${args.join(' ')}`, run(process.execPath, [mneme, ...args], at, env));
}

try {
  if (npm(['view', 'ai', 'version'], folder).status !== 0)
    console.log('check:package is skipped: no registry can be reached');
  else {
    const built = process.argv.includes('--no-build')
      ? 0
      : runNode([join(root, 'scripts', 'build.mjs')], ['ignore', 2, 2]);
    if (built !== 0) throw new Error(`the build failed with exit code ${built}`);
    check('npm pack', npm(['pack', '--pack-destination', folder], root));
    const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
    for (const [at, peers] of PEERS.entries())
      if (install(project, at === 0 ? [archive, ...COMPILER] : [], peers)) useIn(project, peers);
    useCommandLine(project);
    const tools = { check, run, skip, archive, folder };
    useBundled(project, tools);
    useWithoutPlace(project, tools);
    await firstDay(tools);
    await useNpx(tools);
    useBun(tools);
    useContainer(tools);
    console.log(`${counted.passed} passed, ${counted.failed} failed`);
  }
} catch (error) {
  counted.failed += 1;
  say(String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = counted.failed === 0 ? 0 : 1;
