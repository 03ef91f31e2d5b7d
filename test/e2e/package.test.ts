/** The package as projects load it: by its name, through what package.json exports. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/open-test-memory.js';
import { PROGRAM, ROOT, runNode, runScript } from '../support/run-node.js';

/** Early releases of Node 20 cannot require a module; later ones can be told not to. */
const NO_MODULES = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
  ? ['--no-experimental-require-module']
  : [];

describe('the package', () => {
  it('is imported and required alike, and there is one of it in a process', async () => {
    const { out, err } = await runScript(
      `import { createRequire } from 'node:module';
      const require = createRequire(process.cwd() + '/any.cjs');
      const told = {};
      for (const name of ['mneme', 'mneme/client', 'mneme/ai-sdk', 'mneme/langchain']) {
        const [imported, required] = [await import(name), require(name)];
        const names = Object.keys(imported).filter((each) => !['default', 'module.exports'].includes(each));
        told[name] = {
          all: names.length > 0 && Object.keys(required).sort().join() === names.sort().join(),
          same: names.filter((each) => imported[each] === required[each]).length === names.length,
        };
      }
      const { openMemory } = require('mneme');
      const { MnemeError } = await import('mneme/client');
      const memory = await openMemory({ file: ':memory:' });
      await memory.remember('The heron nests by the weir.');
      told.recalled = (await memory.recall('Where does the heron nest?')).results[0].content;
      told.refused = await memory.recall('').catch((error) => [error instanceof MnemeError, MnemeError.is(error), error.code]);
      told.tools = Object.keys(require('mneme/ai-sdk').memoryTools(memory));
      await memory.close();
      console.log(JSON.stringify(told));`,
      {},
      NO_MODULES,
    );
    expect(err).toBe('');
    expect(JSON.parse(out)).toEqual({
      mneme: { all: true, same: true },
      'mneme/client': { all: true, same: true },
      'mneme/ai-sdk': { all: true, same: true },
      // It extends classes of the reader's own LangChain, which has a copy for each way.
      'mneme/langchain': { all: true, same: false },
      recalled: 'The heron nests by the weir.',
      refused: [true, true, 'invalid_input'],
      tools: ['recallMemory', 'storeMemory'],
    });
  });
});

describe('without a SQLite driver', () => {
  /** As on Node 20 where somebody took the package away that stands in. */
  function withoutDrivers(also = ['node-sqlite3-wasm']): string[] {
    const path = join(temporaryFolder(), 'no-drivers.cjs');
    writeFileSync(
      path,
      `const Module = require('node:module');
      const load = Module._load;
      Module._load = (name, ...rest) => {
        if (!${JSON.stringify(['better-sqlite3', 'node:sqlite', ...also])}.includes(name)) return load(name, ...rest);
        throw Object.assign(new Error(\`Cannot find module '\${name}'\\nRequire stack:\\n- here\`), { code: 'MODULE_NOT_FOUND' });
      };`,
    );
    return ['--require', path];
  }
  const WAYS =
    /^(?:MnemeError: )?No SQLite driver loads on Node [\d.]+: install node-sqlite3-wasm or better-sqlite3, or use Node 22\.5 or later, which carries SQLite itself\.$/m;

  it('a bare Node 20 still has a memory, and is told what it lacks', async () => {
    const file = join(temporaryFolder(), 'm.mneme');
    const run = (...args: string[]) =>
      runNode([...withoutDrivers([]), PROGRAM, ...args, '--file', file]);
    expect(await run('remember', 'The heron nests by the weir.')).toMatchObject({ code: 0 });
    expect((await run('recall', 'Where does the heron nest?')).out).toContain('by the weir');
    expect((await run('doctor')).out).toContain('SQLite runs as WebAssembly here');
  });

  it('several programs at once share a file there, and none loses anything', async () => {
    const file = join(temporaryFolder(), 'm.mneme');
    const run = (...args: string[]) =>
      runNode([...withoutDrivers([]), PROGRAM, ...args, '--file', file]);
    const places = ['the weir', 'the mill', 'the old pier', 'the reed bed'];
    const all = await Promise.all(
      places.map((place) => run('remember', `A heron was seen at ${place} today.`)),
    );
    expect(all.map(({ code, err }) => [code, err])).toEqual(places.map(() => [0, '']));
    const { memories } = JSON.parse((await run('list', '--json')).out) as {
      memories: readonly { content: string }[];
    };
    expect(memories.map(({ content }) => content).sort()).toEqual(
      places.map((place) => `A heron was seen at ${place} today.`).sort(),
    );
  });

  it('a program ends with one sentence that says the two ways out, and no source before it', async () => {
    const { code, err } = await runScript(
      `import { openMemory } from 'mneme';
      await openMemory({ file: ':memory:' });`,
      {},
      withoutDrivers(),
    );
    expect(code).toBe(1);
    expect(err).toMatch(WAYS);
    expect(Math.max(...err.split('\n').map(({ length }) => length))).toBeLessThan(500);
    expect(err.length).toBeLessThan(2_500);
  });

  it('the command line says the same, and why', async () => {
    const { code, err } = await runNode([
      ...withoutDrivers(),
      PROGRAM,
      ...['remember', 'x', '--file', join(temporaryFolder(), 'm.mneme')],
    ]);
    expect(code).toBe(11);
    expect(err).toMatch(WAYS);
    expect(err).toMatch(/better-sqlite3: Cannot find module[^\n]+node:sqlite: /);
    expect(err.split('\n')).toHaveLength(3);
  });
});

it('what is packed has the pages, and every link of a page leads to something that is packed, too', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const isThere = (path: string): boolean =>
    packed.has(path) || [...packed].some((each) => each.startsWith(`${path.replace(/\/$/, '')}/`));
  expect(
    ['docs/README.md', 'clients/python/mneme_client.py'].filter((each) => !isThere(each)),
  ).toEqual([]);
  const dead = [...packed]
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) =>
      Array.from(
        readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g),
        ([, link = '']) => link,
      )
        .filter((link) => !/^[a-z]+:/.test(link) && !isThere(join(dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
  expect(dead).toEqual([]);
});
