/** Streams of changes, many of them, and of keys that are revoked meanwhile. */
import { status, type ServiceError } from '@grpc/grpc-js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { serveTestMemory, type ServedMemory } from '../support/served-memory.js';

const CHANGES = '/v1/banks/default/changes';
/** Streams that one key may have. */
const MAX = 50;

interface Stream {
  readonly status: number;
  /** What it told so far. */
  told(): string;
  /** Resolves when the server ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

async function follow(server: ServedMemory, key?: string, query = ''): Promise<Stream> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${server.url}${CHANGES}${query}`, {
    headers: {
      accept: 'text/event-stream',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    signal: stop.signal,
  });
  let told = '';
  const read = async (): Promise<void> => {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
      told += Buffer.from(part).toString();
  };
  const ended = read().catch(() => undefined);
  if (response.status === 200)
    while (!told.includes(': following')) await new Promise((resolve) => setTimeout(resolve, 5));
  return { status: response.status, told: () => told, ended, leave: () => stop.abort() };
}

async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const keyOf = async ({ memory }: ServedMemory, name: string): Promise<string> =>
  (await memory.file.keys.create({ name, scopes: ['read'] })).key;

it('are so many of one key, share one look at the journal, and all tell the same', async () => {
  const server = await serveTestMemory({ grpc: { port: 0, protoFolder: PROTO_FOLDER } });
  await server.memory.remember('The ferry leaves at six.');
  const [loud, quiet] = [await keyOf(server, 'loud'), await keyOf(server, 'quiet')];
  const streams = await Promise.all(Array.from({ length: MAX }, () => follow(server, loud)));
  const late = await follow(server, quiet, '?after=0');
  const { body, status: refused } = await server.ask('GET', CHANGES, {
    key: loud,
    headers: { accept: 'text/event-stream' },
  });
  expect([refused, body['code']]).toEqual([429, 'rate_limited']);
  // A stream is a stream over every protocol.
  const grpc = grpcClient(server.grpc);
  const more = grpc.follow('follow_changes', {}, { authorization: `Bearer ${loud}` });
  expect(
    await new Promise((resolve) =>
      more.once('error', (error: ServiceError) => resolve(error.code)).resume(),
    ),
  ).toBe(status.RESOURCE_EXHAUSTED);
  grpc.close();

  const looks = vi.spyOn(
    Object.getPrototypeOf(server.memory.curation) as typeof server.memory.curation,
    'log',
  );
  const { id } = await server.memory.remember('The heron nests by the weir.');
  const all = [...streams, late];
  await until(() => all.every(({ told }) => told().includes(id)));
  for (const { told } of all) expect(told().split(id)).toHaveLength(2);
  expect(late.told().match(/^event: change$/gm)).toHaveLength(2);
  // A page for those who are equally far, and one that says that nothing more came.
  expect(looks.mock.calls.length).toBeLessThanOrEqual(6);
  looks.mockRestore();

  // Who goes makes room.
  streams[0]?.leave();
  await until(async () => (await follow(server, loud)).status === 200);
});

it('tell nothing more once their key was revoked', async () => {
  const server = await serveTestMemory({ grpc: { port: 0, protoFolder: PROTO_FOLDER } });
  await server.memory.remember('The ferry leaves at six.');
  const [mole, other] = [await keyOf(server, 'mole'), await keyOf(server, 'other')];
  const [revoked, kept] = [await follow(server, mole), await follow(server, other)];
  const grpc = grpcClient(server.grpc);
  onTestFinished(() => grpc.close());
  const over = grpc.follow(
    'follow_changes',
    { bank: 'default' },
    { authorization: `Bearer ${mole}` },
  );
  const heard: unknown[] = [];
  const end = new Promise<ServiceError>((resolve) => over.once('error', resolve));
  over.on('data', (change) => heard.push(change));
  await new Promise((resolve) => over.once('metadata', resolve));

  const { id: before } = await server.memory.remember('The heron nests by the weir.');
  await until(() => revoked.told().includes(before) && heard.length === 1);
  await server.memory.file.keys.revoke('mole');
  const { id } = await server.memory.remember('Tom moved to Porto.');
  await until(() => kept.told().includes(id));
  await revoked.ended;
  expect(revoked.told()).not.toContain(id);
  expect(revoked.told()).toMatch(/event: refused\ndata: \{"code":"unauthorised"/);
  expect((await end).code).toBe(status.UNAUTHENTICATED);
  expect(heard).toHaveLength(1);
});

it('of a server that asked for no key end with the first key', async () => {
  const server = await serveTestMemory();
  await server.memory.remember('The ferry leaves at six.');
  const open = await follow(server);
  await server.memory.file.keys.create({ name: 'first', scopes: ['admin'] });
  const { id } = await server.memory.remember('Tom moved to Porto.');
  await open.ended;
  expect(open.told()).not.toContain(id);
});

it('of work end with the key, too', async () => {
  const server = await serveTestMemory({ grpc: { port: 0, protoFolder: PROTO_FOLDER } });
  const { key } = await server.memory.file.keys.create({ name: 'mole', scopes: ['read', 'write'] });
  await server.ask('PUT', '/v1/banks/default', { key });
  const { body } = await server.ask('POST', '/v1/banks/default/import?path=a.jsonl', {
    key,
    body: Array.from({ length: 400 }, (_, at) =>
      JSON.stringify({ role: 'user', content: `Note ${at} is on herons.` }),
    ).join('\n'),
  });
  const grpc = grpcClient(server.grpc);
  onTestFinished(() => grpc.close());
  const stream = grpc.follow(
    'follow_work',
    { bank: 'default', id: String(body['id']) },
    { authorization: `Bearer ${key}` },
  );
  const end = new Promise<ServiceError>((resolve) => stream.once('error', resolve));
  stream.once('data', () => void server.memory.file.keys.revoke('mole')).resume();
  expect((await end).code).toBe(status.UNAUTHENTICATED);
});
