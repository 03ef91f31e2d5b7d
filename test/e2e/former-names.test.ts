/** Names that fields had in earlier versions are taken at every door. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import { renderRecollection } from '../../packages/core/src/modules/memories/view.js';
import { connect } from '../../packages/client/src/connect.js';
import { openMemory } from '../../packages/mneme/src/index.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { runHere } from '../support/run-here.js';
import { runProgram, type Ran } from '../support/run-node.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

const SAID = ['Tom lives in Porto.', 'Tom likes tea.', 'Tom runs at dawn.'];
const BANK = '/v1/banks/default';
const query = 'What of Tom?';

async function filledFile(): Promise<string> {
  const file = temporaryFile();
  const memory = await openMemory({ file });
  await memory.rememberAll(SAID.map((content) => ({ content })));
  await memory.close();
  return file;
}

describe('breadth, which is called limit', () => {
  it('is taken by the library', async () => {
    const memory = await openMemory({ file: await filledFile() });
    expect((await memory.recall({ query, breadth: 2 })).results).toHaveLength(2);
    expect((await memory.recall({ query, breadth: 2, limit: 2 })).results).toHaveLength(2);
    expect((await memory.why({ query, breadth: 1 })).results).toHaveLength(1);
    await memory.paradigms.synthesise({ query, breadth: 3 });
    const both = { query, breadth: 2, limit: 3 };
    await expect(memory.recall(both)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'profile.breadth',
      hint: 'Got 2. Did you mean limit?',
    });
    await memory.close();
  });

  it('is taken by the command line, which says so', async () => {
    const file = await filledFile();
    const run = (...words: string[]) => results(file, ...words);
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    expect(await run('recall', query, '--breadth', '2')).toHaveLength(2);
    expect(await run('recall', query, '--breadth', '2', '--limit', '2')).toHaveLength(2);
    expect(said).toEqual(Array(2).fill('--breadth is called --limit now.\n'));
    await expect(run('recall', query, '--breadth', '2', '--limit', '3')).rejects.toMatchObject({
      code: 'invalid_input',
      field: '--breadth',
    });
    spy.mockRestore();
  });

  it('is taken by HTTP, in a body and in an address, and by the client', async () => {
    const server = await serveTestMemory({ file: await filledFile() });
    const asked = { query, breadth: 2 };
    const found = await server.ask('POST', `${BANK}/recall`, { body: asked });
    expect(found.body['results']).toHaveLength(2);
    const both = await server.ask('POST', `${BANK}/recall`, { body: { ...asked, limit: 3 } });
    expect(both).toMatchObject({ status: 400, body: { field: 'recall.breadth' } });
    expect((await server.ask('GET', `${BANK}/credit?breadth=3`)).status).toBe(200);
    expect((await server.ask('GET', `${BANK}/credit?breadth=3&limit=3`)).status).toBe(200);
    expect(await server.ask('GET', `${BANK}/credit?breadth=3&limit=4`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'credit.breadth' },
    });
    const client = await connect(server.url);
    expect((await client.recall(asked)).results).toHaveLength(2);
  });

  it('is taken from a tool’s call', async () => {
    const memory = await openMemory({ file: await filledFile() });
    for (const set of ['full', 'agent'] as const) {
      const tool = toolsOf(set).find(({ listing }) => listing.name === 'recall')!;
      const call = (input: Record<string, unknown>) =>
        tool.call(memory, input, { offered: new Set(['recall']) });
      expect((await call({ query, breadth: 2 })).isError).not.toBe(true);
      expect(await call({ query, breadth: 2, limit: 3 })).toMatchObject({ isError: true });
    }
    await memory.close();
  });

  it('is taken over gRPC', async () => {
    const server = await serveTestMemory({
      file: await filledFile(),
      grpc: { port: 0, protoFolder: PROTO_FOLDER },
    });
    const answer = await grpcClient(server.grpc).call('recall', { query, breadth: 2 });
    expect((answer as { results: unknown[] }).results).toHaveLength(2);
  });
});

describe('standing, which is called validity', () => {
  const asked = { query, fields: ['id', 'standing'] };
  const told = { validity: 'unread', validityDetail: null };

  it('may be chosen in a request, and comes as it is called now', async () => {
    const file = await filledFile();
    const server = await serveTestMemory({ file });
    const found = await server.ask('POST', `${BANK}/recall`, { body: asked });
    expect((found.body['results'] as unknown[])[0]).toMatchObject(told);
    const answer = await server.memory.recall({ query, fields: asked.fields as ['id'] });
    expect(answer.results[0]).toMatchObject(told);
    const tool = toolsOf('full').find(({ listing }) => listing.name === 'recall')!;
    const { structuredContent } = await tool.call(server.memory, asked, {
      offered: new Set(['recall']),
    });
    expect(structuredContent).toMatchObject({ results: [told, told, told] });
  });

  it('is taken by the command line, which says so', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const [first] = await results(await filledFile(), 'recall', query, '--fields', 'id,standing');
    expect(first).toMatchObject(told);
    expect(said.mock.calls).toEqual([['standing is called validity now.\n']]);
    said.mockRestore();
  });
});

describe('figures of a result, which stand under why', () => {
  const former = ['score', 'confidence', 'scores', 'certainty'];
  const asked = { query, fields: ['id', ...former] };
  const told = {
    probability: expect.any(Number) as number,
    why: {
      score: expect.any(Number) as number,
      confidence: expect.any(Number) as number,
      certainty: { level: expect.any(String) as string },
      scores: { lexical: expect.any(Number) as number },
    },
  };

  it('may be chosen by their former names, and come with the probability', async () => {
    const server = await serveTestMemory({ file: await filledFile() });
    const found = await server.ask('POST', `${BANK}/recall`, { body: asked });
    const [first] = found.body['results'] as Record<string, unknown>[];
    expect(first).toMatchObject(told);
    expect(Object.keys(first!)).toEqual(['id', 'probability', 'why']);
    const tool = toolsOf('full').find(({ listing }) => listing.name === 'recall')!;
    const { structuredContent } = await tool.call(server.memory, asked, {
      offered: new Set(['recall']),
    });
    expect(structuredContent).toMatchObject({ results: [told, told, told] });
  });

  it('are told where they stand at the command line', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const [first] = await results(await filledFile(), 'recall', query, '--fields', 'id,certainty');
    expect(first).toMatchObject(told);
    expect(said.mock.calls).toEqual([['certainty is called why now.\n']]);
    said.mockRestore();
  });
});

describe('facts, which are read as notes now', () => {
  const command = async (file: string, ...words: string[]): Promise<Ran> =>
    runProgram([...words, '--file', file]);

  it('are taken at the command line, which says what they are called now', async () => {
    const file = await filledFile();
    const status = await command(file, 'facts');
    expect(status).toMatchObject({ code: 0, err: 'mneme facts is called mneme reading now.\n' });
    expect(status.out).toContain('3 turns');
    const ran = await command(file, 'facts', 'run', '--all');
    expect(ran).toMatchObject({ code: 0, err: 'mneme facts run is called mneme read now.\n' });
    expect(ran.out).toContain('no reader is configured');
    expect((await runHere(['--help'])).out).not.toMatch(/^ {2}facts/m);
    const set = await command(file, 'bank', 'configure', '--facts');
    expect(set.err).toBe('--facts is called --reading now.\n');
    const memory = await openMemory({ file });
    expect((await memory.reading.status()).on).toBe(true);
    await memory.close();
  });

  it('are taken as settings, from the environment, a file and the library', async () => {
    const file = await filledFile();
    const env = { MNEME_FACTS: 'true', MNEME_FACTS_CALLS_PER_HOUR: '7' };
    const ran = await runProgram(['reading', '--json', '--file', file], { env });
    expect(JSON.parse(ran.out)).toMatchObject({ on: true, hour: { mostCalls: 7 } });
    expect(ran.err).toContain('MNEME_FACTS is called MNEME_READING now.');
    expect(ran.err).toContain('MNEME_FACTS_CALLS_PER_HOUR is called MNEME_READING_CALLS_PER_HOUR');
    const both = { ...env, MNEME_READING: 'false' };
    const now = await runProgram(['reading', '--json', '--file', file], { env: both });
    expect(JSON.parse(now.out)).toMatchObject({ on: false });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mneme.config.json'), '{"facts": {"on": true, "callsPerHour": 9}}');
    const filed = await runProgram(['reading', '--json', '--file', file], { cwd: folder });
    expect(JSON.parse(filed.out)).toMatchObject({ on: true, hour: { mostCalls: 9 } });
    const memory = await openMemory({ file, facts: { on: true, callsPerHour: 5 } });
    expect(await memory.facts.status()).toMatchObject({ on: true, hour: { mostCalls: 5 } });
    expect(await memory.facts.run()).toMatchObject({ stopped: 'no reader is configured' });
    await memory.close();
  });

  it('are taken by HTTP, the client and MCP', async () => {
    const server = await serveTestMemory({ file: await filledFile() });
    const status = await server.ask('GET', `${BANK}/facts`);
    expect(status).toMatchObject({ status: 200, body: { reader: null } });
    expect(status.headers.get('deprecation')).toBe('true');
    expect((await server.ask('POST', `${BANK}/facts/run`, { body: {} })).status).toBeLessThan(300);
    const client = await connect(server.url);
    expect(await client.facts.status()).toMatchObject({ reader: null });
    const tool = toolsOf('full').find(({ listing }) => listing.name === 'facts')!;
    expect(tool.unlisted).toBe(true);
    const { content } = await tool.call(server.memory, {}, { offered: new Set() });
    expect(JSON.stringify(content)).toContain('Note: facts is called reading now.');
  });
});

describe('attempt, introspect and simulate, which foretell has taken in', () => {
  const answer = { whether: 'unknown', chance: null, steps: [{ action: 'invade Mars' }] };

  it('answer with the same in the library', async () => {
    const memory = await openMemory({ file: await filledFile() });
    const task = 'invade Mars';
    expect(await memory.metamemory.shouldAttempt({ task, domain: 'war' })).toMatchObject(answer);
    expect(await memory.metamemory.introspect({ task })).toMatchObject(answer);
    expect(await memory.metamemory.introspect()).toMatchObject({ steps: [], self: [] });
    expect(await memory.foresight.simulate({ actions: [task] })).toMatchObject(answer);
    await memory.close();
  });

  it.each([
    ['attempt', 'attempt', { task: 'invade Mars' }],
    ['introspect', 'introspect', { task: 'invade Mars', difficulty: 'hard' }],
    ['simulate', 'world/simulate', { actions: ['invade Mars'] }],
  ])('%s is taken by the command line, HTTP and MCP', async (words, path, input) => {
    const file = await filledFile();
    const ran = await runHere([words, 'invade Mars', '--json', '--file', file]);
    expect(ran.err).toBe(`mneme ${words} is called mneme foretell now.\n`);
    expect(JSON.parse(ran.out)).toMatchObject(answer);
    expect((await runHere(['--help'])).out).not.toMatch(new RegExp(`^ {2}${words}`, 'm'));
    const server = await serveTestMemory({ file });
    const posted = await server.ask('POST', `${BANK}/${path}`, { body: input });
    expect(posted).toMatchObject({ status: 200, body: answer });
    expect(posted.headers.get('deprecation')).toBe('true');
    const name = words === 'attempt' ? 'should_attempt' : words;
    const tool = toolsOf('full').find(({ listing }) => listing.name === name)!;
    const { content } = await tool.call(server.memory, input, { offered: new Set() });
    expect(JSON.stringify(content)).toContain(`Note: ${name} is called foretell now.`);
  });
});

describe('how sure a result is', () => {
  it('is one figure, probability, at every door', async () => {
    const server = await serveTestMemory({ file: await filledFile() });
    const answer = await server.memory.recall({ query: 'Where does Tom live?' });
    const [best] = answer.results;
    const figures = ['score', 'confidence', 'certainty', 'scores', 'coverage', 'known'];
    for (const name of [...figures, 'feelingOfKnowing']) {
      expect(answer).not.toHaveProperty(name);
      expect(best).not.toHaveProperty(name);
    }
    const percent = `${Math.round(best!.probability! * 100)} %`;
    expect(renderRecollection(answer, { width: 100 })).toContain(percent);
    const tool = toolsOf('agent').find(({ listing }) => listing.name === 'recall')!;
    const { content } = await tool.call(
      server.memory,
      { query: 'Where does Tom live?' },
      { offered: new Set(['recall']) },
    );
    expect(JSON.stringify(content)).toContain(`, ${percent}: `);
  });
});

async function results(file: string, ...words: string[]): Promise<unknown[]> {
  let out = '';
  const terminal = {
    screen: { width: 100 },
    interactive: false,
    out: (text: string) => void (out += text),
    piped: () => (async function* () {})(),
  };
  await createProgram(terminal, new AbortController().signal).parseAsync([
    'node',
    'mneme',
    ...words,
    '--json',
    '--file',
    file,
  ]);
  return (JSON.parse(out) as { results: unknown[] }).results;
}
