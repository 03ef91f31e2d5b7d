/**
 * Verbs that stand for several methods answer alike by their fields, by the verb's former name and by the client's
 * method; what a field makes write needs a key that writes.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../packages/client/src/connect.js';
import {
  createsMemory,
  onlyReads,
  type Operation,
} from '../../packages/core/src/operations/operation.js';
import { allOperations, OPERATIONS } from '../../packages/mneme/src/operations/table.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { toolOf } from '../../packages/server/src/mcp/tool.js';
import { filled, type FilledFile } from '../support/operation-samples.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { runHere } from '../support/run-here.js';
import { runProgram } from '../support/run-node.js';
import { serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 60_000 });

const BANK = '/v1/banks/default';
const DOCUMENT = { namespace: ['users', 'bo'], key: 'prefs', value: { theme: 'dark' } };

interface Fold {
  readonly was: string;
  readonly now: string;
  /** Its former input, the command lines of before and of now, and its place. */
  readonly input: Record<string, unknown>;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly place: string;
  readonly method: (client: Awaited<ReturnType<typeof connect>>) => Promise<object>;
  readonly answer: object;
}

const folds = ({ turn, memory, other, opinion, strategy }: FilledFile): readonly Fold[] => [
  {
    ...{ was: 'dialogue_stage', now: 'dialogue_turn', input: { turn, stage: 'understand' } },
    before: ['dialogue', 'stage', turn, 'understand'],
    after: ['dialogue', 'turn', '--turn', turn, '--stage', 'understand'],
    place: `POST /dialogue/turns/${turn}/stages`,
    method: async ({ dialogue }) => {
      const { prompt, ...staged } = await dialogue.stage({ turn, stage: 'understand' });
      return { prompt, ...staged };
    },
    answer: { stage: 'understand', made: false, prompt: { text: expect.any(String) as string } },
  },
  {
    ...{
      was: 'dialogue_curate',
      now: 'dialogue_turn',
      input: { turn, add: ['It must be oiled.'] },
    },
    before: ['dialogue', 'curate', turn, '--add', 'It must be oiled.'],
    after: ['dialogue', 'turn', '--turn', turn, '--add', 'It must be oiled.'],
    place: `POST /dialogue/turns/${turn}/edits`,
    method: async ({ dialogue }) => {
      const { edit, ...curated } = await dialogue.curate({ turn, add: ['It must be oiled.'] });
      return { edit, ...curated };
    },
    answer: { turn, edit: { added: [{ claim: { text: 'It must be oiled.' } }] } },
  },
  {
    ...{ was: 'dream_report', now: 'dream', input: { leave: [memory, other] } },
    before: ['dream', 'report', '--leave', `${memory},${other}`],
    after: ['dream', '--report', '--leave', `${memory},${other}`],
    place: 'POST /dreams/last',
    method: async ({ dreams }) => {
      const { left, ...report } = await dreams.report({ leave: [memory, other] });
      return { left, ...report };
    },
    answer: { left: [memory, other], night: null },
  },
  {
    ...{ was: 'circles', now: 'conflicts', input: {} },
    ...{ before: ['circles'], after: ['conflicts', '--circles'], place: 'GET /circles' },
    method: async ({ validity }) => {
      const { found, ...report } = await validity.circles();
      return { found, ...report };
    },
    answer: { circles: [], found: 0, pruned: 0, reversal: null },
  },
  {
    ...{ was: 'circles', now: 'conflicts', input: { prune: true, reason: 'a ring' } },
    before: ['circles', '--prune', '--reason', 'a ring'],
    after: ['conflicts', '--circles', '--prune', '--reason', 'a ring'],
    place: 'POST /circles/prune',
    method: ({ validity }) => validity.circles({ prune: true, reason: 'a ring' }),
    answer: { circles: [], found: 0, pruned: 0, reversal: null },
  },
  {
    ...{ was: 'branch_make', now: 'branches', input: { name: 'trial' } },
    before: ['branch', 'make', 'trial'],
    after: ['branches', '--make', 'trial'],
    place: 'POST /branches',
    method: async ({ branching }) => {
      const { branch, ...made } = await branching.make('trial');
      return { branch, ...made };
    },
    answer: { branch: 'trial', of: 'default' },
  },
  {
    ...{ was: 'metamemory', now: 'knows', input: { memory, limit: 3 } },
    before: ['metamemory', memory, '--limit', '3'],
    after: ['knows', '--memory', memory, '--limit', '3'],
    place: `GET /metamemory?memory=${memory}&limit=3`,
    method: async ({ metamemory }) => {
      const { credit, ...report } = await metamemory.report({ memory, limit: 3 });
      return { credit, ...report };
    },
    answer: { credit: { outcomes: 0 }, priorities: expect.any(Array) as object },
  },
  {
    was: 'opinion_weigh',
    now: 'opinions',
    input: { id: opinion, move: 'weaken', reason: 'said in jest' },
    before: ['opinion', 'weigh', opinion, 'weaken', '--reason', 'said in jest'],
    after: ['opinions', '--weigh', opinion, '--move', 'weaken', '--reason', 'said in jest'],
    place: `POST /opinions/${opinion}/weigh`,
    method: async ({ opinions }) => {
      const { changed, ...moved } = await opinions.weigh({
        ...{ id: opinion, move: 'weaken', reason: 'said in jest' },
      });
      return { changed, ...moved };
    },
    answer: { id: opinion, changed: true, reversal: expect.any(String) as string },
  },
  {
    was: 'strategy_outcome',
    now: 'observe',
    input: { id: strategy, task: 'pay a bill', success: false, failureMode: 'no funds' },
    before: [
      ...['strategy', 'outcome', strategy, 'pay a bill', '--no-success'],
      ...['--failure-mode', 'no funds'],
    ],
    after: [
      ...['observe', 'pay a bill', '--strategy', strategy, '--no-success'],
      ...['--failure-reason', 'no funds'],
    ],
    place: `POST /strategies/${strategy}/outcomes`,
    method: async ({ strategies }) => {
      const { strategy: used, ...receipt } = await strategies.recordOutcome({
        ...{ id: strategy, task: 'pay a bill', success: false, failureMode: 'no funds' },
      });
      return { strategy: used, ...receipt };
    },
    answer: {
      strategy: { id: strategy, applications: 1, successes: 0, failureModes: { 'no funds': 1 } },
      experience: expect.stringMatching(/^m_/) as string,
      fact: null,
    },
  },
  {
    ...{ was: 'documents_change', now: 'documents', input: { put: [DOCUMENT] } },
    before: ['documents', 'change', '--put', JSON.stringify([DOCUMENT])],
    after: ['documents', '--put', JSON.stringify([DOCUMENT])],
    place: 'POST /documents',
    method: async ({ documents }) => {
      const { removed, ...receipt } = await documents.change({ put: [DOCUMENT] });
      return { removed, ...receipt };
    },
    answer: { documents: [{ ...DOCUMENT, version: 1 }], removed: 0 },
  },
];

const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
let scene: FilledFile;
beforeAll(async () => {
  scene = await filled(join(folder, 'memory.mneme'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function copied(): string {
  const file = temporaryFile();
  copyFileSync(scene.file, file);
  return file;
}

const INDICES = Array.from({ length: 10 }, (_, at) => at);

describe.each(INDICES)('fold %i', (at) => {
  it('answers at the command line by its fields, and under its former name', async () => {
    const { before, after, answer } = folds(scene)[at]!;
    const was = await runProgram([...before, '--json', '--file', copied()]);
    expect(was.err).toMatch(/^mneme .+ is called mneme .+ now\.\n/);
    expect(JSON.parse(was.out)).toMatchObject(answer);
    const now = await runHere([...after, '--json', '--file', copied()]);
    expect(now.err).toBe('');
    expect(JSON.parse(now.out)).toMatchObject(answer);
    const one = await runHere([...before, '--file', copied()]);
    const other = await runHere([...after, '--file', copied()]);
    expect(withoutOwn(one.out)).toBe(withoutOwn(other.out));
  });

  it('answers at its place, as the client’s method, and as a tool of its former name', async () => {
    const { was, now, input, place, method, answer } = folds(scene)[at]!;
    const [verb = '', path = ''] = place.split(' ');
    const placed = await serveTestMemory({ file: copied() });
    const told = await placed.ask(
      verb,
      `${BANK}${path}`,
      verb === 'GET' ? {} : { body: rest(input, path) },
    );
    expect(told).toMatchObject({ status: 200, body: answer });
    const asked = await serveTestMemory({ file: copied() });
    expect(await method(await connect(asked.url))).toMatchObject(answer);
    const called = await serveTestMemory({ file: copied() });
    const tool = toolsOf('full').find(({ listing }) => listing.name === was)!;
    expect(tool.unlisted).toBe(true);
    const { isError, structuredContent, content } = await tool.call(called.memory, input, {
      offered: new Set(),
    });
    expect(isError).toBeUndefined();
    expect(Object.keys(structuredContent ?? {})).toEqual(
      expect.arrayContaining(Object.keys(answer)),
    );
    expect(JSON.stringify(content)).toContain(`Note: ${was} is called ${now} now.`);
  });
});

/** A body without what is in the path. */
const rest = (input: Record<string, unknown>, path: string): object =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => !path.split('/').some((part) => part === field || part === value),
    ),
  );

/** What people see, without ids and times of one call. */
const withoutOwn = (text: string): string =>
  text.replace(/\b[\da-f]+-[\da-f]{10}\b|\b[a-z]_[\da-z]{13}\b|\d+(?:\.\d+)? s\b/g, '…');

const NEEDS: readonly (readonly [string, object, 'reads' | 'writes'])[] = [
  ['opinions', { about: 'Tom' }, 'reads'],
  ['opinions', { weigh: 'm_0000000000000', move: 'weaken' }, 'writes'],
  ['documents', { namespace: ['users'] }, 'reads'],
  ['documents', { put: [] }, 'writes'],
  ['documents', { remove: [DOCUMENT] }, 'writes'],
  ['branches', {}, 'reads'],
  ['branches', { make: 'trial' }, 'writes'],
  ['conflicts', { circles: true }, 'reads'],
  ['conflicts', { circles: true, prune: true }, 'writes'],
  ['circles', {}, 'reads'],
  ['circles', { prune: true }, 'writes'],
  ['knows', {}, 'reads'],
  ['dream', {}, 'writes'],
  ['dream', { report: true, limit: 3 }, 'reads'],
  ['dream', { report: true, leave: ['m_0000000000000'] }, 'writes'],
  ['dream', { report: false }, 'writes'],
  ['dream_report', {}, 'reads'],
  ['dream_report', { leave: ['m_0000000000000'] }, 'writes'],
  ['dream_leave', { memories: ['m_0000000000000'] }, 'writes'],
  ['documents_list', {}, 'reads'],
  ['branch_list', {}, 'reads'],
  ['beliefs_to_revise', {}, 'reads'],
];

it.each(NEEDS)('%s with %j only %s', (name, input, does) => {
  expect(onlyReads(allOperations()[name]!, input)).toBe(does === 'reads');
});

it('a key that reads lists, and is refused what a field makes write', async () => {
  const server = await serveTestMemory({ file: copied() });
  const { key } = await server.memory.file.keys.create({ name: 'reader', scopes: ['read'] });
  const client = await connect(server.url, { key });
  expect((await client.validity.circles()).found).toBe(0);
  expect((await client.opinions.list()).opinions.length).toBeGreaterThan(0);
  expect((await client.documents.list()).total).toBe(1);
  expect((await client.branching.list()).branches.length).toBe(1);
  expect((await client.dreams.report()).left).toEqual([]);
  const { opinion, memory, turn } = scene;
  for (const asked of [
    () => client.validity.circles({ prune: true }),
    () => client.opinions.weigh({ id: opinion, move: 'weaken' }),
    () => client.documents.change({ put: [DOCUMENT] }),
    () => client.branching.make('trial'),
    () => client.dreams.report({ leave: [memory] }),
    () => client.dreams.dream({ minutes: 0.01 }),
    () => client.dialogue.curate({ turn, add: ['It must be oiled.'] }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'denied' });
  // Not even at a place that usually reads.
  const posted = await server.ask('POST', `${BANK}/dreams/last`, {
    body: { leave: [memory] },
    key,
  });
  expect(posted.status).toBe(403);
});

it.each([
  ['conflicts', { circles: true, status: 'pending' }, 'conflicts.status'],
  ['conflicts', { prune: true }, 'conflicts.prune'],
  ['conflicts', { circles: true, scan: true }, 'conflicts.scan'],
  ['branches', { make: 'trial', limit: 3 }, 'branches.limit'],
  ['knows', { about: 'Tom', limit: 3 }, 'knows.limit'],
  ['opinions', { move: 'weaken' }, 'opinions.move'],
  ['opinions', { weigh: 'm_0000000000000', move: 'weaken', about: 'Tom' }, 'opinions.about'],
  ['documents', { put: [DOCUMENT], key: 'prefs' }, 'documents.key'],
  ['documents', { put: [] }, 'documents.put'],
  ['dream', { report: true, minutes: 3 }, 'dream.minutes'],
  ['dream', { leave: ['m_0000000000000'] }, 'dream.leave'],
  ['dialogue_turn', { turn: 'x_0000000000000', query: 'Why?' }, 'dialogue_turn.query'],
  ['dialogue_turn', { session: 'kitchen', query: 'Why?', add: ['Oak.'] }, 'dialogue_turn.add'],
  ['dialogue_turn', { session: 'kitchen', answers: [] }, 'turn.query'],
  ['observe', { success: true }, 'observe.strategy'],
  ['observe', { strategy: 's_0000000000000', success: true, status: 'success' }, 'observe.status'],
])('%s with %j is refused, and says which field', async (name, input, field) => {
  const server = await serveTestMemory({ file: copied() });
  const operation = OPERATIONS[name as 'conflicts'] as unknown as Operation;
  const changes = (await server.memory.care.stats()).changes;
  await expect(
    (async () => operation.run(server.memory, operation.input.parse(input) as never, {}))(),
  ).rejects.toMatchObject({ code: 'invalid_input', field });
  expect((await server.memory.care.stats()).changes).toBe(changes);
});

it('a night is for people, and its report for agents, too', async () => {
  const server = await serveTestMemory({ file: copied() });
  const dream = toolsOf('full').find(({ listing }) => listing.name === 'dream')!;
  const call = (input: object) => dream.call(server.memory, input, { offered: new Set() });
  expect(JSON.stringify(await call({}))).toContain('is for people alone');
  expect(JSON.stringify(await call({ minutes: 1 }))).toContain('is for people alone');
  expect((await call({ report: true })).structuredContent).toMatchObject({ night: null });
});

it('agents that keep dialogues are listed no former name', () => {
  const listed = toolsOf('dialogue').filter(({ unlisted }) => unlisted !== true);
  expect(listed.map(({ listing }) => listing.name).sort()).toEqual([
    'dialogue',
    'dialogue_preferences',
    'dialogue_turn',
    'undo',
  ]);
});

it('a tool that gives one of several answers says that it is an object, and gives it bare', async () => {
  const server = await serveTestMemory({ file: copied() });
  const tool = toolOf(OPERATIONS.knows as unknown as Operation);
  expect(tool.listing.outputSchema).toMatchObject({ type: 'object', anyOf: [{}, {}] });
  const offered = { offered: new Set<string>() };
  const { structuredContent } = await tool.call(server.memory, { about: 'Tom' }, offered);
  expect(structuredContent).toMatchObject({ about: 'Tom' });
});

it('the description of the API tells what a key must allow by the fields', async () => {
  const server = await serveTestMemory({ file: copied() });
  const { paths } = (await server.ask('GET', '/v1/openapi.json')).body as {
    paths: Record<string, Record<string, { description: string; operationId: string }>>;
  };
  const at = (method: string, path: string) => paths[`/v1/banks/{bank}${path}`]?.[method];
  expect(at('post', '/opinions/{weigh}/weigh')).toMatchObject({
    operationId: 'opinion_weigh',
    'x-positional': ['weigh', 'move'],
    description: expect.stringContaining('Needs the scope write.') as string,
  });
  expect(at('get', '/opinions')?.description).toContain('Needs the scope read.');
  expect(at('post', '/documents')?.description).toContain(
    'Needs the scope read, with put, remove write.',
  );
  expect(at('get', '/dreams/last')?.description).toContain('Needs the scope read.');
  expect(at('post', '/dreams')?.description).toContain('Needs the scope write.');
});

it('what brings content founds a memory, what needs a memory does not', async () => {
  const { documents, dialogue_turn: turn } = OPERATIONS;
  expect(createsMemory(documents, { put: [DOCUMENT] })).toBe(true);
  expect(createsMemory(documents, { remove: [DOCUMENT] })).toBe(false);
  expect(createsMemory(documents, {})).toBe(false);
  expect(createsMemory(turn, { session: 'a', query: 'b', answers: [] })).toBe(true);
  const file = temporaryFile();
  const ran = await runProgram([
    ...['dialogue', 'turn', '--turn', 'x_0000000000000', '--stage', 'understand'],
    ...['--file', file],
  ]);
  expect(ran.code).toBe(3);
  expect(existsSync(file)).toBe(false);
});
