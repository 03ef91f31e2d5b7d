/** What the protocol's official inspector makes of the server, by its command line. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CORE_TOOLS, toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { serverProcess } from '../support/mcp-process.js';
import { filled } from '../support/operation-samples.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { PROGRAM, ROOT } from '../support/run-node.js';

vi.setConfig({ testTimeout: 180_000 });

/**
 * The inspector's command line, which reads its version two folders up: it expects to lie in the inspector's own
 * tree, of which the rest is a web page of 140 MB. Here it gets a tree of its own, of links.
 */
function inspectorTree(): string {
  const folder = temporaryFolder();
  const installed = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/inspector-cli/package.json',
  );
  copyFileSync(installed, join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'cli'));
  symlinkSync(join(dirname(installed), 'build'), join(folder, 'cli', 'build'));
  return join(folder, 'cli', 'build', 'index.js');
}

type Found = Readonly<Record<string, unknown>>;
type Ask = (...args: readonly string[]) => Promise<Found>;

/** Runs the inspector on a server; what it prints is the server's answer. */
function asking(target: readonly string[], inspector = inspectorTree()): Ask {
  return (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [
          '--preserve-symlinks',
          '--preserve-symlinks-main',
          inspector,
          ...target,
          '--method',
          ...args,
        ],
        { cwd: ROOT },
      );
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
      child.once('close', (code) => {
        if (code === 0) resolve(JSON.parse(out) as Found);
        else reject(new Error(`the inspector ended with ${String(code)}: ${err}${out}`));
      });
    });
}

const names = (listed: unknown, key = 'name'): unknown[] =>
  (listed as readonly Found[]).map((each) => each[key]);
const call = (
  ask: Ask,
  name: string,
  args: Readonly<Record<string, string | number>>,
): Promise<Found> =>
  ask(
    'tools/call',
    '--tool-name',
    name,
    ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]),
  );

async function lists(ask: Ask): Promise<void> {
  const [resources, templates, prompts] = await Promise.all([
    ask('resources/list'),
    ask('resources/templates/list'),
    ask('prompts/list'),
  ]);
  expect(names(resources['resources'], 'uri')).toEqual([
    'context://recent',
    'context://statistics',
  ]);
  expect(names(templates['resourceTemplates'], 'uriTemplate')).toEqual([
    'graph://memory/{id}',
    'graph://entity/{name}',
  ]);
  expect(names(prompts['prompts'])).toEqual([
    'recall_for_task',
    'remember_decision',
    'catch_up',
    'review_conflicts',
  ]);
}

describe('the official inspector', () => {
  it('lists and calls over standard input and output, and a refusal comes through', async () => {
    const { file } = await filled();
    // A server of its own for each question, so the fewest that prove the way there and back.
    const ask = asking(['node', PROGRAM, 'mcp', '--file', file, '--tools', 'graph']);
    expect(names((await ask('tools/list'))['tools'])).toEqual(
      toolsOf('graph').map(({ listing }) => listing.name),
    );
    expect(
      await call(ask, 'search_graph', { query: 'Where does Tom live?', top_k: 1 }),
    ).toMatchObject({ structuredContent: { results: [expect.anything()] } });
    // For the model to mend its call.
    const { isError, content } = await call(ask, 'search_graph', { query: 'x', top_k: 0 });
    expect([isError, content]).toEqual([
      true,
      [{ type: 'text', text: expect.stringContaining('search_graph.top_k') as string }],
    ]);
  });

  it('lists all there is over HTTP, calls, reads and fills in', async () => {
    const { file, memory } = await filled();
    const [, url = ''] = await serverProcess([
      '--http',
      '0',
      '--file',
      file,
      '--tools',
      'core',
    ]).saying(/(http:\S+\/mcp)/);
    const ask = asking([url, '--transport', 'http']);
    expect(names((await ask('tools/list'))['tools'])).toEqual(
      CORE_TOOLS.map(({ listing }) => listing.name),
    );
    await lists(ask);
    // Another client calls each of them, which checks its answer by the schema too; here it is one, with every kind of argument.
    const args = { content: 'The ferry to the island sails at nine.', importance: 0.5 };
    const { isError, structuredContent } = await call(ask, 'store_memory', args);
    expect([isError, typeof structuredContent]).toEqual([undefined, 'object']);
    const [read, prompt] = await Promise.all([
      ask('resources/read', '--uri', `graph://memory/${memory}`),
      ask('prompts/get', '--prompt-name', 'recall_for_task', '--prompt-args', 'task=Plan a visit'),
    ]);
    expect(JSON.stringify(read)).toContain(memory);
    expect(JSON.stringify(prompt)).toContain('Plan a visit');
  });
});
