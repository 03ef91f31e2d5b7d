/** A day as a bound is the whole of that day, at every door. */
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../packages/cli/src/program.js';
import type { Terminal } from '../../packages/cli/src/process.js';
import { isoSecond } from '../../packages/core/src/domain/time.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
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
    expect(cranes(JSON.stringify(await client.call('recall', { query, ...alone })))).toEqual(
      OF_THAT_DAY,
    );
    expect(cranes(await askTool(server.memory, 'recall', { query, ...span }))).toEqual(OF_THAT_DAY);
    await server.close();
    expect(cranes(await run(file, 'list', '--from', DAY_TOLD, '--to', DAY_TOLD))).toEqual(
      OF_THAT_DAY,
    );
  });
});

/** A day of the change of the clocks, and the first moment of it and of the day after, in UTC. */
const CHANGES: readonly (readonly [zone: string, day: string, from: string, to: string])[] = [
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00Z', '2026-04-05T12:00Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00Z', '2026-09-27T11:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00Z', '2026-03-09T07:00Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00Z', '2026-11-02T08:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ['Asia/Kolkata', '2026-03-31', '2026-03-30T18:30Z', '2026-03-31T18:30Z'],
  // The clocks skip from 23:59 to 01:00: the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  // They fall from 23:59 back to 23:00: the day before has 25 hours.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00Z', '2026-04-05T04:00Z'],
];

describe.each(CHANGES)('in %s, %s', (zone, day, from, to) => {
  const query = 'the harbour crane';
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const span = { from: day, to: day };
  const moments = [first - 1, first, last - 1, last];
  const opened = async (file?: string) => {
    const opening = await openTestMemory(file === undefined ? {} : { file });
    await opening.memory.care.configure({ zone });
    return opening;
  };
  const told = moments.map((saidAt, at) => ({ saidAt, content: TOLD[at]?.[1] ?? '' }));

  it('is told from its first to its last moment there', async () => {
    const { memory } = await opened();
    await memory.rememberAll(told);
    const { results } = await memory.recall({ query, ...span });
    expect(results.map(({ content }) => content).sort()).toEqual(OF_THAT_DAY);
    const { memories } = await memory.list(span);
    expect(memories.map(({ content }) => content).sort()).toEqual(OF_THAT_DAY);
    expect((await memory.browse.timeline(span)).total).toBe(2);
    expect((await memory.list({ to: day })).memories).toHaveLength(3);
    expect((await memory.list({ from: day })).memories).toHaveLength(3);
    const { changed: gone } = await memory.forget({ ...span, preview: true });
    expect(gone).toHaveLength(2);
  });

  it('holds what the calendar dates, as it holds what was said on it', async () => {
    const { memory } = await opened();
    await memory.remember({ content: 'The harbour crane was hired.', occurredFrom: day });
    await memory.remember({ content: 'The harbour crane was moored.', saidAt: day });
    const contents = ['The harbour crane was hired.', 'The harbour crane was moored.'];
    const { memories } = await memory.list(span);
    expect(memories.map(({ content }) => content)).toEqual(contents);
    const { results } = await memory.recall({ query, ...span });
    expect(results.map(({ content }) => content).sort()).toEqual(contents);
    expect((await memory.browse.timeline(span)).total).toBe(2);
    for (const beside of [-1, 1]) {
      const other = isoSecond(Date.parse(day) + beside * 86_400_000).slice(0, 10);
      expect((await memory.list({ from: other, to: other })).memories).toEqual([]);
      expect((await memory.browse.timeline({ from: other, to: other })).total).toBe(0);
    }
  });

  it('is looked back from as it ended there, and is when something ends', async () => {
    const { memory, clock } = await opened();
    clock.advance(last - 1 - clock.now());
    const { id } = await memory.remember('Ana keeps bees.');
    const { sequence } = await memory.remember({ content: 'A pass for today.', expiresAt: day });
    clock.advance(1);
    await memory.remember('Ana keeps goats.');
    expect((await memory.list({ asOf: day })).memories).toHaveLength(2);
    expect((await memory.recall({ query: 'Ana', asOf: day })).results[0]?.content).toBe(
      'Ana keeps bees.',
    );
    expect((await memory.show(id, { asOf: day })).memory.id).toBe(id);
    expect((await memory.curation.diff({ from: day, to: day })).put).toHaveLength(2);
    const { changes } = await memory.curation.log({ ...span, verb: 'remember' });
    expect(changes[0]?.sequence).toBe(sequence);
    expect((await memory.list()).memories.map(({ content }) => content)).not.toContain(
      'A pass for today.',
    );
  });
});

describe('the day of a bank far from UTC', () => {
  const zone = 'Pacific/Auckland';
  const day = '2026-04-05';
  const told = [
    ['2026-04-04T10:59:59Z', 'The harbour crane stood still.'],
    ['2026-04-04T11:00:00Z', 'The harbour crane was painted.'],
    ['2026-04-05T11:59:59Z', 'The harbour crane was tested.'],
    ['2026-04-05T12:00:00Z', 'The harbour crane was sold.'],
  ] as const;

  it('is one day at every door', async () => {
    const query = 'the harbour crane';
    const file = temporaryFile();
    const server = await serveTestMemory({ file, grpc: { port: 0, protoFolder: PROTO_FOLDER } });
    await server.memory.care.configure({ zone });
    await server.memory.rememberAll(told.map(([saidAt, content]) => ({ saidAt, content })));
    const span = { from: day, to: day };
    const recalled = await server.ask('POST', '/v1/banks/default/recall', {
      body: { query, ...span, expand: false },
    });
    expect(cranes(JSON.stringify(recalled.body))).toEqual(OF_THAT_DAY);
    const listed = await server.ask('GET', `/v1/banks/default/memories?from=${day}&to=${day}`);
    expect(cranes(JSON.stringify(listed.body))).toEqual(OF_THAT_DAY);
    const called = await grpcClient(server.grpc).call('recall', { query, ...span, expand: false });
    expect(cranes(JSON.stringify(called))).toEqual(OF_THAT_DAY);
    expect(cranes(await askTool(server.memory, 'recall', { query, ...span }))).toEqual(OF_THAT_DAY);
    const marked = { content: 'The pier was closed.', occurredFrom: day };
    const kept = await server.ask('POST', '/v1/banks/default/memories', {
      body: marked,
    });
    expect(kept.status).toBe(200);
    await server.close();
    const bounds = ['--from', day, '--to', day];
    expect(cranes(await run(file, 'list', ...bounds))).toEqual(OF_THAT_DAY);
    expect(await run(file, 'list', ...bounds)).toContain('The pier was closed.');
    expect(cranes(await run(file, 'recall', query, ...bounds))).toEqual(OF_THAT_DAY);
    expect(await run(file, 'timeline', ...bounds)).toContain('3 memories');
  });

  it('is that of who asks, where the question’s moment names an offset', async () => {
    const { memory } = await openTestMemory();
    await memory.care.configure({ zone });
    await memory.rememberAll(told.map(([saidAt, content]) => ({ saidAt, content })));
    const asked = { query: 'the harbour crane', from: '2026-04-04', to: '2026-04-04' };
    const { results } = await memory.recall({ ...asked, now: '2026-04-06T00:00:00-07:00' });
    expect(results.map(({ content }) => content).sort()).toEqual([
      'The harbour crane stood still.',
      'The harbour crane was painted.',
    ]);
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
    const answer = await grpcClient(server.grpc).call('recall', { query, asOf: today });
    expect(JSON.stringify(answer)).toContain(bees);
    expect((await server.memory.list({ asOf: today })).memories).toHaveLength(1);
    expect((await server.memory.list({ asOf: '2026-01-01' })).memories).toEqual([]);
    await server.close();
    expect(await run(file, 'recall', query, '--as-of', today)).toContain(bees);
  });
});
