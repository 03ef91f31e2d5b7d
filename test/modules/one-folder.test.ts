/** A verb is one folder and a line in the list of rooms: here the list has one room more, and every door is the real one. */
import { afterAll, expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import { writeCalls } from '../../packages/client/src/write-calls.js';
import type * as rooms from '../../packages/mneme/src/modules.js';
import { openMemory } from '../../packages/mneme/src/open.js';
import { verbFinder } from '../../packages/server/src/grpc/answer.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { describeApi } from '../../packages/server/src/rest/openapi.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { writePython } from '../../packages/server/src/rest/write-python.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

// Other tests of this process may have read the list without the room.
vi.hoisted(() => vi.resetModules());
vi.mock('../../packages/mneme/src/modules.js', async (original) => {
  const list = await original<typeof rooms>();
  const { speakers } = await import('./speakers/index.js');
  return { ...list, MODULES: [...list.MODULES, speakers] };
});
afterAll(() => {
  vi.doUnmock('../../packages/mneme/src/modules.js');
  vi.resetModules();
});

const ANSWER = { session: 's7', speakers: [{ speaker: 'Ana', memories: 2 }] };

async function told(): Promise<string> {
  const file = temporaryFile();
  const memory = await openMemory({ file });
  await memory.rememberAll([
    { content: 'The kiln is hot.', speaker: 'Ana', session: 's7' },
    { content: 'It fires at noon.', speaker: 'Ana', session: 's7' },
    { content: 'We open it on Friday.', speaker: 'Tom', session: 's8' },
  ]);
  expect(await memory.speakers.count({ session: 's7' })).toEqual(ANSWER);
  await memory.close();
  return file;
}

it('answers at the command line, with help, as JSON, and for people without a view of its own', async () => {
  const file = await told();
  const run = async (...words: string[]): Promise<string> => {
    let out = '';
    const terminal = {
      out: (text: string) => void (out += `${text}\n`),
      piped: () => (async function* () {})(),
      interactive: false,
      screen: { width: 100 },
    };
    await createProgram(terminal, new AbortController().signal)
      .parseAsync(['node', 'mneme', 'speaker', 'count', ...words])
      .catch((error: unknown) => {
        if ((error as { exitCode?: number }).exitCode !== 0) throw error;
      });
    return out;
  };
  expect(await run('--help')).toContain('$ mneme speaker count chat-7');
  expect(JSON.parse(await run('s7', '--json', '--file', file))).toEqual(ANSWER);
  expect((await run('s7', '--file', file)).split('\n').map((line) => line.trimEnd())).toEqual([
    'session  s7',
    'speakers',
    'speaker  memories',
    'Ana      2',
    '',
  ]);
});

it('answers over HTTP, and stands in its description and in the client in Python', async () => {
  const { ask } = await serveTestMemory({ file: await told() });
  const { status, body } = await ask('GET', '/v1/banks/default/speakers?session=s7', {});
  expect(status).toBe(200);
  expect(body).toEqual(ANSWER);
  const refused = await ask('GET', '/v1/banks/default/speakers?sesion=s7', {});
  expect(refused.status).toBe(400);
  const api = describeApi(endpoints(), '');
  expect(JSON.stringify(api.paths)).toContain('"/v1/banks/{bank}/speakers"');
  expect(writePython(api)).toContain('def speaker_count(');
});

it('is a tool for agents, that only reads and answers in its own words', async () => {
  const memory = await openMemory({ file: await told() });
  const tool = toolsOf('full').find(({ listing }) => listing.name === 'speaker_count');
  expect(tool?.listing.annotations).toMatchObject({ readOnlyHint: true });
  const said = await tool?.call(memory, { session: 's7' }, { offered: new Set() });
  expect(JSON.stringify(said?.content)).toContain('Ana said 2');
  await memory.close();
});

it('is a verb over gRPC and a method of the client', () => {
  expect(verbFinder()('speaker_count', 'Call')).toHaveProperty('operation.name', 'speaker_count');
  expect(writeCalls()).toContain(
    'speaker_count: {"verb":["speakers.count"],"places":[{"method":"GET","path":"/speakers"}]}',
  );
});
