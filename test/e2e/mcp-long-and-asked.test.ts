/** Calls that go on as tasks, and calls that a person must allow: servers and the protocol's official client. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  type CallToolResult,
  type Client,
  type InputRequiredResult,
  withInputRequired,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { openMemory } from '../../packages/mneme/src/index.js';
import { type Era, httpClient, stdioClient } from '../support/mcp-process.js';
import { temporaryFile, temporaryFolder } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

// A process takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const TASKS = { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
const ASKED = {
  capabilities: { elicitation: { form: {} } },
  inputRequired: { autoFulfill: false },
};

const Task = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
  ttlMs: z.number(),
  pollIntervalMs: z.number(),
});
type Task = z.output<typeof Task>;

/** Starts a task. The client refuses the handle, which it does not know yet: it is read off the wire. */
async function startTask(client: Client, name: string, args: object): Promise<Task> {
  const { transport } = client;
  const pass = transport!.onmessage;
  const seen: unknown[] = [];
  transport!.onmessage = (message, extra) => {
    seen.push(message);
    pass?.(message, extra);
  };
  await expect(client.callTool({ name, arguments: { ...args } })).rejects.toThrow(/'task'/);
  transport!.onmessage = pass;
  const { result } = seen.at(-1) as { result: { resultType: string } };
  expect(result.resultType).toBe('task');
  return Task.parse(result);
}

const look = (client: Client, taskId: string): Promise<Task> =>
  client.request({ method: 'tasks/get', params: { taskId } }, Task);

const cancel = (client: Client, taskId: string): Promise<unknown> =>
  client.request({ method: 'tasks/cancel', params: { taskId } }, z.looseObject({}));

async function ended(client: Client, taskId: string): Promise<Task> {
  return vi.waitUntil(
    async () => {
      const task = await look(client, taskId);
      return task.status === 'working' ? null : task;
    },
    { timeout: 60_000, interval: 20 },
  );
}

const remembered = async (file: string, session: string, count: number): Promise<void> => {
  const memory = await openMemory({ file });
  await memory.rememberAll(
    Array.from({ length: count }, (_, at) => ({
      content: `Parcel ${at * 31} went to street ${at}.`,
      session,
    })),
  );
  await memory.close();
};

const structured = ({ structuredContent }: CallToolResult): unknown => structuredContent;

describe.each(['stdio', 'HTTP'] as const)('a call that may take minutes, over %s', (door) => {
  const clients = async () => {
    const file = temporaryFile();
    await remembered(file, 'chat-7', 2);
    if (door === 'stdio') {
      const args = ['--file', file, '--tools', 'full'];
      return (era: Era, more = {}) => stdioClient(args, era, more);
    }
    const { url } = await serveTestMemory({ file });
    return (era: Era, more = {}) => httpClient(`${url}/mcp`, era, undefined, more);
  };

  it('is a task for a client that knows tasks, with the same result, and a plain answer for others', async () => {
    const open = await clients();
    const knowing = await open('modern', TASKS);
    const task = await startTask(knowing, 'doctor', {});
    expect(task).toMatchObject({ status: 'working', ttlMs: expect.any(Number) as number });
    const done = await ended(knowing, task.taskId);
    expect(done).toMatchObject({ status: 'completed', createdAt: task.createdAt });
    expect(done.ttlMs).toBeGreaterThanOrEqual(3_600_000);
    const unknowing = await open('modern');
    const call = { name: 'doctor', arguments: {} };
    for (const plain of [unknowing, await open('legacy', TASKS)])
      expect(Object.keys(structured(await plain.callTool(call)) as object)).toEqual(
        Object.keys(structured(done['result'] as CallToolResult) as object),
      );
    // What is answered at once is no task.
    expect((await knowing.callTool({ name: 'banks', arguments: {} })).isError).toBeUndefined();
    const update = { taskId: task.taskId, inputResponses: {} };
    await knowing.request({ method: 'tasks/update', params: update }, z.looseObject({}));
    await expect(look(knowing, 'o_0000000000000000')).rejects.toMatchObject({ code: -32602 });
    await expect(look(unknowing, task.taskId)).rejects.toMatchObject({ code: -32021 });
  });
});

describe('a task', () => {
  it('stops between two commits when it is cancelled', async () => {
    const file = temporaryFile();
    const chat = join(temporaryFolder(), 'long.jsonl');
    const lines = Array.from({ length: 400 }, (_, at) =>
      JSON.stringify({
        role: 'user',
        name: 'Ana',
        content: `Parcel ${at} is on shelf ${at % 97}.`,
      }),
    );
    writeFileSync(chat, lines.join('\n'));
    const client = await stdioClient(['--file', file, '--tools', 'full'], 'modern', TASKS);
    const { taskId } = await startTask(client, 'import', { path: chat });
    await vi.waitUntil(async () => (await look(client, taskId))['statusMessage'] !== undefined, {
      timeout: 60_000,
      interval: 5,
    });
    await cancel(client, taskId);
    expect(await ended(client, taskId)).toMatchObject({ status: 'cancelled' });
    const { structuredContent } = await client.callTool({ name: 'stats', arguments: {} });
    const { memories } = structuredContent as { memories: number };
    expect(memories).toBeLessThan(lines.length);
    await client.close();
    const memory = await openMemory({ file });
    expect((await memory.care.doctor()).problems).toEqual([]);
    const { outcomes } = await memory.import(chat);
    expect(outcomes.remembered).toBe(lines.length - memories);
    await memory.close();
  });

  it('is known to the caller alone that started it', async () => {
    const { memory, url } = await serveTestMemory();
    await memory.remember('Tom moved to Porto.');
    const key = async (name: string) =>
      (await memory.file.keys.create({ name, scopes: ['admin'] })).key;
    const own = await httpClient(`${url}/mcp`, 'modern', await key('ana'), TASKS);
    const other = await httpClient(`${url}/mcp`, 'modern', await key('tom'), TASKS);
    const { taskId } = await startTask(own, 'doctor', {});
    await expect(look(other, taskId)).rejects.toMatchObject({ code: -32602 });
    await expect(cancel(other, taskId)).rejects.toMatchObject({ code: -32602 });
    expect(await ended(own, taskId)).toMatchObject({ status: 'completed' });
  });
});

const FORGET = { name: 'forget', arguments: { session: 'chat-7' } };
const ACCEPTED = { inputResponses: { allow: { action: 'accept', content: {} } } };

/** Sends the call as it is, without answering what it asks. */
const send = (client: Client, params: object): Promise<CallToolResult | InputRequiredResult> =>
  client.request(
    { method: 'tools/call', params: { ...FORGET, ...params } },
    withInputRequired(z.looseObject({})),
    { allowInputRequired: true },
  ) as Promise<CallToolResult | InputRequiredResult>;

async function askedState(client: Client): Promise<string> {
  const { requestState, inputRequests } = (await send(client, {})) as InputRequiredResult;
  expect(inputRequests?.['allow']?.params).toMatchObject({
    message: expect.stringContaining('{"session":"chat-7"}') as string,
  });
  return requestState!;
}

describe('what is for people alone', () => {
  it.each([
    ['stdio', 'modern'],
    ['stdio', 'legacy'],
    ['HTTP', 'modern'],
  ] as const)('is done once they allow it, over %s for a %s client', async (door, era) => {
    const file = temporaryFile();
    await remembered(file, 'chat-7', 2);
    const { url } = door === 'HTTP' ? await serveTestMemory({ file }) : { url: '' };
    const open = (more = {}) =>
      door === 'HTTP'
        ? httpClient(`${url}/mcp`, era, undefined, more)
        : stdioClient(['--file', file, '--tools', 'full'], era, more);
    const mute = await open();
    expect(await mute.callTool(FORGET)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('forget.session is for people alone') as string }],
    });
    const client = await open({ capabilities: ASKED.capabilities });
    const told: string[] = [];
    let action: 'accept' | 'decline' = 'decline';
    client.setRequestHandler('elicitation/create', ({ params }) => {
      told.push(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
    expect(await client.callTool(FORGET)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not allow it') as string }],
    });
    action = 'accept';
    const done = await client.callTool(FORGET);
    expect(structured(done)).toMatchObject({ changed: { length: 2 } });
    expect(told).toEqual(Array(2).fill(expect.stringContaining('{"session":"chat-7"}')));
  });

  it('is allowed to any server of the memory, and to the caller and for the call alone that were asked about', async () => {
    const file = temporaryFile();
    await remembered(file, 'chat-7', 2);
    const [one, other] = [await serveTestMemory({ file }), await serveTestMemory({ file })];
    const key = async (name: string) => (await one.memory.file.keys.create({ name })).key;
    const [ana, tom] = [await key('ana'), await key('tom')];
    const client = await httpClient(`${one.url}/mcp`, 'modern', ana, ASKED);
    const elsewhere = await httpClient(`${other.url}/mcp`, 'modern', ana, ASKED);
    const requestState = await askedState(client);
    const refused = (who: Client, more: object) =>
      expect(send(who, { ...ACCEPTED, requestState, ...more })).rejects.toMatchObject({
        code: -32602,
      });
    const [version, body, mac] = requestState.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number };
    const later = Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 9 }));
    await refused(client, { requestState: [version, later.toString('base64url'), mac].join('.') });
    await refused(client, { requestState: [version, body, `${mac.slice(0, -4)}AAAA`].join('.') });
    await refused(client, { requestState: 'v1' });
    await refused(client, { arguments: { speaker: 'Ana' } });
    await refused(await httpClient(`${one.url}/mcp`, 'modern', tom, ASKED), {});
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await refused(client, {});
    vi.useRealTimers();
    // An answer without the state is none.
    expect(await send(elsewhere, ACCEPTED)).toMatchObject({ resultType: 'input_required' });
    // The server that did not ask takes what the other signed.
    expect(
      structured((await send(elsewhere, { ...ACCEPTED, requestState })) as CallToolResult),
    ).toMatchObject({ changed: { length: 2 } });
  });
});
