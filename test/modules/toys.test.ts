/** The examples of docs/modules.md: each is one folder, and one line where it is used. */
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import { createProgram } from '../../packages/cli/src/program.js';
import { allOperations } from '../../packages/mneme/src/operations/table.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { notedStore } from './noted-store/index.js';
import { pinned } from './pinned/index.js';
import { rhyme } from './rhyme/index.js';
import { tally } from './tally/index.js';

describe('a verb', () => {
  const operations = allOperations([tally]);

  it('is a command, with its words, its fields and its answer', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('The kiln is hot. Do not open the kiln.');
    await memory.close();
    const lines: string[] = [];
    const run = (...words: string[]) =>
      createProgram(
        {
          out: (text) => lines.push(text),
          piped: () => (async function* () {})(),
          interactive: false,
          screen: { width: 100 },
        },
        new AbortController().signal,
        operations,
      ).parseAsync(['node', 'mneme', '--file', file, '--bank', 'test', 'tally', ...words]);
    await run('kiln');
    await run('kiln', '--json');
    expect(lines[0]).toBe('kiln ||');
    expect(JSON.parse(lines[1] ?? '')).toEqual({ word: 'kiln', times: 2 });
  });

  it('is a tool of agents, and has a place in HTTP', () => {
    const tool = toolsOf('full', operations).find(({ listing }) => listing.name === 'tally');
    expect(tool?.listing).toMatchObject({
      inputSchema: { required: ['word'] },
      annotations: { readOnlyHint: true },
    });
    expect(endpoints(operations)).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/tally', inBody: ['word'] }),
    );
    expect(Object.keys(allOperations())).not.toContain('tally');
  });
});

describe('a space', () => {
  it('finds by what it compares', async () => {
    const { memory } = await openTestMemory({ modules: [rhyme(), pinned] });
    await memory.rememberAll([
      'The miller slept all through the night.',
      'We fed the geese at noon.',
      'Her lantern gave the barn some light.',
    ]);
    const { results, plan } = await memory.recall('Who took flight?');
    expect(plan.paths).toContainEqual(expect.objectContaining({ path: 'rhyme', found: 2 }));
    expect(
      results
        .slice(0, 2)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(['Her lantern gave the barn some light.', 'The miller slept all through the night.']);
  });
});

describe('a store', () => {
  it('stands in the place of a file', async () => {
    const reasons: string[] = [];
    const { memory } = await openTestMemory({
      store: notedStore(openMemoryStore(), ({ verb }) => reasons.push(verb)),
    });
    const { id } = await memory.remember('The kiln fires at noon.');
    await memory.forget([id]);
    expect(reasons).toEqual(['remember', 'forget']);
    expect((await memory.show(id)).memory.retractedAt).not.toBeNull();
  });
});
