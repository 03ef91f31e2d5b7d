/** What a bank takes out of texts that come in by files is told at every door: how much, of what kind, where; never the value. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import type { ImportReport } from '../../packages/mneme/src/public-types.js';
import { hookAddress } from '../../packages/server/src/hooks/hook-protocol.js';
import { runHookDaemon } from '../../packages/server/src/hooks/hook-daemon.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { serverProcess } from '../support/mcp-process.js';
import { runProgram } from '../support/run-node.js';
import { serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 60_000 });

const CODE = '9921';
const CARD = '4111 1111 1111 1111';
const SAID = [
  'The heron nests by the weir.',
  `The alarm code is ${CODE}.`,
  `The hotel kept the card ${CARD} on file, and the password is Kestrel77!x.`,
];
const TALK = SAID.map((content) => `${JSON.stringify({ role: 'user', content })}\n`).join('');
// A moment or a figure may have the digits of the code.
const SECRETS = new RegExp(`(?<![\\d.])${CODE}(?!\\d)|${CARD}|Kestrel`);

function expectTold({ redacted, redactedAt }: ImportReport): void {
  expect(redactedAt.map(({ line, entry }) => [line, entry])).toEqual([
    [2, 2],
    [3, 3],
  ]);
  expect(redactedAt[1]?.redacted).toMatchObject({ card: 1, password: 1 });
  expect(Object.values(redacted).reduce((sum, count) => sum + count)).toBe(3);
  expect(JSON.stringify([redacted, redactedAt])).not.toMatch(SECRETS);
}

describe('what is taken out at an import', () => {
  it('is told at the command line, to people and to programs', async () => {
    const path = join(temporaryFolder(), 'talk.jsonl');
    writeFileSync(path, TALK);
    const file = temporaryFile();
    const { out } = await runProgram(['import', path, '--file', file]);
    expect(out).toMatch(/Taken out: .*1 × card.*\n +line 2, entry 2: 1 × .*\n +line 3, entry 3: /);
    expect(out).not.toMatch(SECRETS);
    const again = await runProgram(['import', path, '--file', file, '--json']);
    expectTold(JSON.parse(again.out) as ImportReport);
  });

  it('is told over REST and by the tool of an agent', async () => {
    const server = await serveTestMemory();
    const { headers } = await server.ask('POST', '/v1/banks/default/import?path=talk.jsonl', {
      body: TALK,
    });
    const work = await vi.waitUntil(async () => {
      const { body } = await server.ask('GET', headers.get('location') ?? '');
      return body['state'] === 'done' && body;
    });
    expectTold(work['result'] as ImportReport);
    const path = join(temporaryFolder(), 'talk.jsonl');
    writeFileSync(path, TALK);
    const told = await toolsOf('full')
      .find(({ listing }) => listing.name === 'import')!
      .call(
        server.memory.bank('agent').as({ standing: 'guest' }),
        { path },
        { offered: new Set() },
      );
    expectTold(told.structuredContent as unknown as ImportReport);
  });

  it('is told of entries of a file that is one value, by their number', async () => {
    const memory = await openMemory({ file: temporaryFile() });
    onTestFinished(() => memory.close());
    const text = JSON.stringify(SAID.map((content) => ({ role: 'user', content })));
    const chunks = (async function* () {
      yield await Promise.resolve(text);
    })();
    const { redactedAt } = await memory.import({ name: 'talk.json', chunks });
    expect(redactedAt.map(({ entry }) => entry)).toEqual([2, 3]);
  });
});

describe('what is taken out of a text that is told', () => {
  const content = `The alarm code of the shed is ${CODE}.`;
  const line =
    /taken out: 1 × password; to keep the like from now on: mneme bank configure --privacy off/;
  const tool = (set: 'agent' | 'core' | 'full', name: string) =>
    toolsOf(set).find(({ listing }) => listing.name === name)!;

  it.each([
    ['agent', 'remember', { content }],
    ['core', 'store_memory', { content }],
    ['full', 'remember', { content }],
    ['full', 'remember_all', { inputs: [content] }],
    ['full', 'session', { session: 's', text: content }],
    ['full', 'goal_set', { description: content }],
  ] as const)('is told in one line by the %s tool %s', async (set, name, input) => {
    const memory = await openMemory({ file: ':memory:' });
    onTestFinished(() => memory.close());
    const { content: told } = await tool(set, name).call(memory, input, { offered: new Set() });
    const text = JSON.stringify(told);
    expect(text.match(/taken out:/g)).toHaveLength(1);
    expect(text).toMatch(line);
    expect(text).not.toMatch(SECRETS);
  });

  it('is told by the library, over REST and at the command line', async () => {
    const server = await serveTestMemory();
    expect((await server.memory.remember(content)).notes.join()).toMatch(line);
    const { body } = await server.ask('POST', '/v1/banks/default/memories', {
      body: { content: `${content} Go in by the back.` },
    });
    expect(String(body['notes'])).toMatch(line);
    const file = temporaryFile();
    const { out } = await runProgram(['remember', content, '--file', file]);
    expect(out.match(/taken out:/g)).toHaveLength(1);
    expect(out).toMatch(line);
    const noted = await runProgram(['goal', 'set', content, '--file', file]);
    expect(noted.err).toMatch(line);
  });

  const notice = /^taken out: 1 x password; to keep the like from now on: mneme bank configure/;

  it.each([
    ['POST', 'sessions/chat/notes', { text: content }],
    ['POST', 'goals', { description: content }],
    ['POST', 'sessions/chat/notes', { agent: 'a', keep: content }],
  ] as const)('is told in a header where %s %s has no receipt', async (method, place, body) => {
    const server = await serveTestMemory();
    const path = `/v1/banks/default/${place}`;
    const told = await server.ask(method, path, { body });
    expect(told.headers.get('mneme-notice')).toMatch(notice);
    expect(told.headers.get('mneme-notice')).not.toMatch(SECRETS);
    const plain = JSON.parse(JSON.stringify(body).replace(content, 'Priya moved.')) as object;
    expect((await server.ask(method, path, { body: plain })).headers.has('mneme-notice')).toBe(
      false,
    );
  });

  it('is told of what a thread of the server was given to do', async () => {
    const { saying } = serverProcess(
      ['--port', '0', '--file', temporaryFile(), '--threads', '1'],
      'serve',
    );
    const url = (await saying(/Listening at (\S+)/))[1]!;
    // So long that it is computed with apart.
    const long = `${content} ${'It is by the weir. '.repeat(212)}`;
    const { status, headers } = await fetch(`${url}/v1/banks/default/sessions/chat/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ agent: 'a', keep: long }),
    });
    expect([status, headers.get('mneme-notice')]).toEqual([200, expect.stringMatching(notice)]);
  });

  it('is told in the trailing metadata of gRPC, once', async () => {
    const client = grpcClient(
      (await serveTestMemory({ grpc: { port: 0, protoFolder: PROTO_FOLDER } })).grpc,
    );
    const trailing = async (name: string, message: Record<string, unknown>): Promise<unknown> =>
      (await client.raw(name, message)).trailer.get('mneme-notice');
    expect(await trailing('session', { session: 'chat', text: content })).toEqual([
      expect.stringMatching(notice),
    ]);
    expect(await trailing('session', { session: 'chat', text: 'Priya moved.' })).toEqual([]);
    expect(await trailing('remember', { content })).toEqual([]);
  });

  it('is told to the clients of other memories, whose answers have no place for it', async () => {
    const server = await serveTestMemory();
    const { status, headers } = await server.ask('POST', '/compat/mem0/v1/memories/', {
      body: { messages: [{ role: 'user', content }], user_id: 'mei' },
    });
    expect([status, headers.get('mneme-notice')]).toEqual([200, expect.stringMatching(notice)]);
  });

  it('names the level that keeps it, or that a token stands for it', async () => {
    const memory = await openMemory({ file: ':memory:', vaultKey: 'ab'.repeat(32) });
    onTestFinished(() => memory.close());
    const notes = async (text: string): Promise<string> =>
      (await memory.remember(text)).notes.join();
    await memory.care.configure({ privacy: 'standard' });
    expect(await notes('Call Ana on 0171 2345678 about invoice 88')).toMatch(
      /1 × phone; .*--privacy secrets$/,
    );
    await memory.care.configure({ privacy: 'off' });
    expect(await notes(content)).not.toContain('taken out');
    await memory.care.configure({ privacy: 'secrets', tokens: true });
    expect(await notes(`The hotel kept the card ${CARD} on file`)).toMatch(
      /1 × card; tokens stand for the values, mneme reveal restores them/,
    );
  });
});

it('what a hook takes out of a transcript is written down for `mneme hooks status`', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(folder, 'memory.mneme');
  const transcript = join(folder, 'talk.jsonl');
  writeFileSync(
    transcript,
    SAID.map(
      (content, at) =>
        `${JSON.stringify({ type: 'user', uuid: `e-${at}`, sessionId: 's', timestamp: '2025-02-03T12:00:00Z', parentUuid: null, isSidechain: false, cwd: '/x', message: { role: 'user', content } })}\n`,
    ).join(''),
  );
  const address = hookAddress({ file, bank: 'default' });
  await runHookDaemon(
    () => openMemory({ file }),
    {
      address,
      idleMs: 1,
      first: {
        name: 'Stop',
        session: 's',
        transcript,
        folder: null,
        prompt: null,
        source: null,
      },
    },
    new AbortController().signal,
  );
  const env = { TMPDIR: folder, HOME: folder };
  const { out } = await runProgram(['hooks', 'status', '--file', file], { env });
  expect(out).toMatch(/Taken out of what sessions said:\n.*Stop: .*1 × card.*, line 2, 3/);
  expect(out).not.toMatch(SECRETS);
  expect(readFileSync(address.logs[0] ?? '', 'utf8')).not.toMatch(SECRETS);
});
