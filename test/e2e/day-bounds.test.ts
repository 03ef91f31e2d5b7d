/** A day as a bound is the whole of that day, at every door. */
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { isoSecond } from '../../src/domain/time.js';
import type { Mneme } from '../../src/index.js';
import { toolsOf } from '../../src/servers/mcp/tool-sets.js';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

const DAY_TOLD = '2026-03-31';
const TOLD = [
  ['2026-03-30T23:59:00Z', 'The harbour crane stood still.'],
  ['2026-03-31T00:00:00Z', 'The harbour crane was painted.'],
  ['2026-03-31T23:59:59Z', 'The harbour crane was tested.'],
  ['2026-04-01T00:00:00Z', 'The harbour crane was sold.'],
] as const;
const OF_THAT_DAY = TOLD.slice(1, 3).map(([, content]) => content);

const fill = (memory: Mneme): Promise<unknown> =>
  memory.rememberAll(TOLD.map(([saidAt, content]) => ({ saidAt, content })));

const cranes = (text: string): string[] =>
  TOLD.map(([, content]) => content).filter((content) => text.includes(content));

async function run(file: string, ...args: readonly string[]): Promise<string> {
  let out = '';
  const terminal: Terminal = {
    screen: { width: 160 },
    interactive: false,
    out: (text) => void (out += `${text}\n`),
    piped: async function* () {},
  };
  const given = ['node', 'mneme', ...args, '--file', file];
  await createProgram(terminal, new AbortController().signal).parseAsync(given);
  return out;
}

async function askTool(memory: Mneme, name: string, args: object): Promise<string> {
  const tool = toolsOf(name === 'recall' ? 'agent' : 'full').find(
    ({ listing }) => listing.name === name,
  );
  return JSON.stringify(await tool!.call(memory, args, { offered: new Set() }));
}

describe('from and to of one day', () => {
  const query = 'the harbour crane';
  const span = { from: DAY_TOLD, to: DAY_TOLD };
  const alone = { ...span, expand: false };

  it('are that day in the library: found, listed, counted and told by the log', async () => {
    const { memory, clock } = await openTestMemory();
    await fill(memory);
    const found = await memory.recall({ query, ...span });
    expect(found.results.map(({ content }) => content).sort()).toEqual(OF_THAT_DAY);
    expect((await memory.list(span)).memories.map(({ content }) => content).sort()).toEqual(
      OF_THAT_DAY,
    );
    expect((await memory.browse.timeline(span)).total).toBe(2);
    const today = isoSecond(clock.now()).slice(0, 10);
    expect((await memory.curation.log({ from: today, to: today })).changes).toHaveLength(1);
    expect((await memory.curation.diff({ from: today, to: today })).put).toHaveLength(4);
  });

  it.each([
    [{ from: '2026-03', to: '2026-03' }, 3],
    [{ from: '2026', to: '2026' }, 4],
    [{ to: '2026-03-30' }, 1],
    [{ from: '2026-04-01' }, 1],
    [{ from: '2026-03-31', to: '2026-03-31T12:00:00Z' }, 1],
    [{ from: '2026-03-30', to: '2026-04-01' }, 4],
  ])('%j', async (bounds, count) => {
    const { memory } = await openTestMemory();
    await fill(memory);
    expect((await memory.list(bounds)).memories).toHaveLength(count);
  });

  it('are refused where the end lies before, and name it', async () => {
    const { memory } = await openTestMemory();
    await expect(memory.recall({ query, from: '2026-03-31', to: '2026-03-30' })).rejects.toThrow(
      'to must be after from',
    );
    await expect(memory.recall({ query, to: '2026-02-30' })).rejects.toThrow('profile.to');
  });

  it('are that day for what happened on it', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember({
      content: 'The bridge was closed.',
      occurredFrom: DAY_TOLD,
      occurredTo: DAY_TOLD,
    });
    const { memory: kept } = await memory.show(id);
    expect([isoSecond(kept.occurredFrom), isoSecond(kept.occurredTo)]).toEqual([
      '2026-03-31T00:00:00Z',
      '2026-04-01T00:00:00Z',
    ]);
  });

  it('are that day on the command line, over HTTP, over gRPC and for agents', async () => {
    const file = temporaryFile();
    const server = await serveTestMemory({ file, grpc: { port: 0, protoFolder: PROTO_FOLDER } });
    await fill(server.memory);
    const { body } = await server.ask('POST', '/v1/banks/default/recall', {
      body: { query, ...alone },
    });
    expect(cranes(JSON.stringify(body))).toEqual(OF_THAT_DAY);
    const listed = await server.ask(
      'GET',
      `/v1/banks/default/memories?from=${DAY_TOLD}&to=${DAY_TOLD}`,
    );
    expect(cranes(JSON.stringify(listed.body))).toEqual(OF_THAT_DAY);
    const client = grpcClient(server.grpc);
    expect(cranes(JSON.stringify(await client.call('Recall', { query, ...alone })))).toEqual(
      OF_THAT_DAY,
    );
    expect(cranes(await askTool(server.memory, 'recall', { query, ...span }))).toEqual(OF_THAT_DAY);
    await server.close();
    expect(cranes(await run(file, 'list', '--from', DAY_TOLD, '--to', DAY_TOLD))).toEqual(
      OF_THAT_DAY,
    );
  });
});

describe('what the bank held as of today', () => {
  it('is what it holds now, at every door', async () => {
    const file = temporaryFile();
    const server = await serveTestMemory({ file, grpc: { port: 0, protoFolder: PROTO_FOLDER } });
    const { sequence } = await server.memory.remember('Ana keeps bees on the roof.');
    expect(sequence).toBe(1);
    const today = isoSecond(Date.now()).slice(0, 10);
    const [query, bees] = ['Who keeps bees?', 'Ana keeps bees'];
    expect(await askTool(server.memory, 'recall', { query, as_of: today })).toContain(bees);
    expect(await askTool(server.memory, 'search_graph', { query, as_of: today })).toContain(bees);
    const { body } = await server.ask('POST', '/v1/banks/default/recall', {
      body: { query, asOf: today },
    });
    expect(JSON.stringify(body)).toContain(bees);
    const answer = await grpcClient(server.grpc).call('Recall', { query, asOf: today });
    expect(JSON.stringify(answer)).toContain(bees);
    expect((await server.memory.list({ asOf: today })).memories).toHaveLength(1);
    expect((await server.memory.list({ asOf: '2026-01-01' })).memories).toEqual([]);
    await server.close();
    expect(await run(file, 'recall', query, '--as-of', today)).toContain(bees);
  });
});
