/** Long work of several keys on one server: who has a place, who is told of it, and what stays behind. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { httpClient } from '../support/mcp-process.js';
import {
  ownUploads,
  rawExchange,
  serveTestMemory,
  type Asked,
  type ServedMemory,
} from '../support/served-memory.js';

type Scope = 'read' | 'write' | 'admin';

async function keyOf(
  { memory }: ServedMemory,
  name: string,
  scopes: readonly Scope[],
  banks: readonly string[] | null = null,
): Promise<string> {
  return (await memory.file.keys.create({ name, scopes: [...scopes], banks: banks as never })).key;
}

/** A file whose sender never comes to an end: its work has a place and does not begin. */
async function endless(server: ServedMemory, key: string, bank: string): Promise<() => void> {
  const { hostname: host, port } = new URL(server.url);
  const { connect } = await import('node:net');
  const socket = connect(Number(port), host);
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/banks/${bank}/import?path=a.txt HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-length: 1000\r\n\r\nabc`,
  );
  return () => socket.destroy();
}

async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function ended(server: ServedMemory, bank: string, key: string, work: Asked): Promise<Asked> {
  for (;;) {
    const now = await server.ask('GET', `/v1/banks/${bank}/operations/${String(work.body['id'])}`, {
      key,
    });
    if (now.body['state'] !== 'running') return now;
  }
}

describe('places', () => {
  it('are left for others, and for an erasure, whatever one key sends; nothing sent stays on the disk', async () => {
    const uploads = ownUploads();
    const server = await serveTestMemory();
    const admin = await keyOf(server, 'admin', ['admin']);
    const loud = await keyOf(server, 'loud', ['read', 'write'], ['loud']);
    const quiet = await keyOf(server, 'quiet', ['read', 'write'], ['quiet']);
    for (const bank of ['loud', 'quiet'])
      await server.ask('PUT', `/v1/banks/${bank}`, { key: admin });
    const sends = [];
    for (let each = 0; each < 4; each++) sends.push(await endless(server, loud, 'loud'));
    await until(() => uploads().length === 4);

    // Refused before any of it is read: a sender that only asks whether it may gets its answer.
    const fifth = await rawExchange(
      server.url,
      `POST /v1/banks/loud/import?path=b.txt HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${loud}\r\ncontent-length: 4000000\r\n\r\n`,
    );
    expect(fifth).toMatch(/^HTTP\/1.1 429 /);
    expect(fifth).toMatch(/retry-after: \d/i);
    expect(uploads()).toHaveLength(4);
    const other = await server.ask('POST', '/v1/banks/quiet/import?path=c.txt', {
      key: quiet,
      body: 'The weir is closed on Mondays.',
    });
    expect(other.status).toBe(202);
    expect((await ended(server, 'quiet', quiet, other)).body['state']).toBe('done');
    const erasure = await server.ask('POST', '/v1/banks/loud/erasure', {
      key: admin,
      body: { subject: 'Tom Okafor', yes: true },
    });
    expect(erasure.status).toBe(202);
    expect((await ended(server, 'loud', admin, erasure)).body['state']).toBe('done');

    for (const stop of sends) stop();
    await until(() => uploads().length === 0);
    const again = await server.ask('POST', '/v1/banks/loud/import?path=d.txt', {
      key: loud,
      body: 'The ferry leaves at six.',
    });
    expect(again.status).toBe(202);
    await ended(server, 'loud', loud, again);
    await endless(server, loud, 'loud');
    await until(() => uploads().length === 1);
    await server.close();
    expect(uploads()).toEqual([]);
  });

  it('are counted in bytes, too: all that one key sends at once is as long as one file', async () => {
    const uploads = ownUploads();
    const server = await serveTestMemory({
      limits: { bodyBytes: 1_048_576, uploadBytes: 1_000, patienceMs: 10_000 },
    });
    const key = await keyOf(server, 'writer', ['read', 'write'], ['default']);
    const admin = await keyOf(server, 'admin', ['admin']);
    await server.ask('PUT', '/v1/banks/default', { key });
    const stop = await endless(server, key, 'default');
    await until(() => uploads().length === 1);
    const sent = (by: string): Promise<Asked> =>
      server.ask('POST', '/v1/banks/default/import?path=a.txt', {
        key: by,
        body: 'a'.repeat(998),
      });
    expect(await sent(key)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await sent(admin)).status).toBe(202);
    stop();
    await until(() => uploads().length === 0);
    expect((await sent(key)).status).toBe(202);
  });

  it('are cleared of what killed servers left, and of nothing else', async () => {
    const uploads = ownUploads();
    const folder = process.env['TMPDIR'] ?? '';
    const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const names = [
      `mneme-upload-${machine}-4999999-AbCdEf`,
      `mneme-backup-${machine}-4999999-AbCdEf`,
      `mneme-upload-${machine}-${process.ppid}-AbCdEf`,
      'mneme-upload-AbCdEf',
      'mneme-upload-notes',
    ];
    for (const name of names) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'upload.txt'), 'a secret');
    }
    await serveTestMemory();
    const left = readdirSync(folder).filter((name) => !name.startsWith('mneme-test-'));
    expect(left.sort()).toEqual(names.slice(2).sort());
    expect(uploads()).toHaveLength(3);
  });
});

describe('what work tells', () => {
  it('is for who may know as much as its caller, over every protocol', async () => {
    const server = await serveTestMemory({ grpc: { port: 0, protoFolder: PROTO_FOLDER } });
    const admin = await keyOf(server, 'admin', ['admin']);
    const one = await keyOf(server, 'one', ['read', 'write'], ['one']);
    const both = await keyOf(server, 'both', ['read', 'write'], ['one', 'two']);
    const reader = await keyOf(server, 'reader', ['read'], ['one']);
    const writer = await keyOf(server, 'writer', ['write'], ['one']);
    for (const bank of ['one', 'two']) await server.ask('PUT', `/v1/banks/${bank}`, { key: admin });
    const doctor = await server.ask('POST', '/v1/banks/one/doctor', { key: admin, body: {} });
    await ended(server, 'one', admin, doctor);
    const imported = async (key: string): Promise<Asked> => {
      const work = await server.ask('POST', '/v1/banks/one/import?path=a.txt', {
        key,
        body: `The heron nests by the weir, says ${key.slice(4, 16)}.`,
      });
      expect(work.status).toBe(202);
      await until(
        async () => (await server.ask('GET', place(work), { key })).body['state'] === 'done',
      );
      return work;
    };
    const place = ({ body }: Asked): string => `/v1/banks/one/operations/${String(body['id'])}`;
    const [byOne, byBoth, byWriter] = [
      await imported(one),
      await imported(both),
      await imported(writer),
    ];
    const names = new Map([
      [doctor.body['id'], 'doctor'],
      [byOne.body['id'], 'one'],
      [byBoth.body['id'], 'both'],
      [byWriter.body['id'], 'writer'],
    ]);
    const told = async (key: string): Promise<unknown[]> => {
      const listed = (
        (await server.ask('GET', '/v1/banks/one/operations', { key })).body as unknown as {
          id: string;
          result: unknown;
        }[]
      ).map(({ id, result }) => [names.get(id), result !== null]);
      const grpc = grpcClient(server.grpc);
      const { work } = (await grpc.call('list_work', { bank: 'one' }, key)) as {
        work: { id: string; result: unknown }[];
      };
      grpc.close();
      expect(work.map(({ id, result }) => [names.get(id), (result ?? null) !== null])).toEqual(
        listed,
      );
      return listed.reverse();
    };
    expect(await told(admin)).toEqual([
      ['doctor', true],
      ['one', true],
      ['both', true],
      ['writer', true],
    ]);
    expect(await told(both)).toEqual([
      ['one', true],
      ['both', true],
      ['writer', true],
    ]);
    expect(await told(one)).toEqual([
      ['one', true],
      ['writer', true],
    ]);
    expect(await told(reader)).toEqual([]);
    // Who may not read is told that it is done, and not what came of it.
    expect(await told(writer)).toEqual([['writer', false]]);
    for (const [key, work] of [
      [one, doctor],
      [one, byBoth],
      [reader, byOne],
    ] as const) {
      expect((await server.ask('GET', place(work), { key })).status).toBe(404);
      expect((await server.ask('DELETE', place(work), { key })).status).toBe(
        key === reader ? 403 : 404,
      );
    }
    // A name of another bank, or the path of the file, is in nothing that a key of one bank is told.
    const all = JSON.stringify(
      (await server.ask('GET', '/v1/banks/one/operations', { key: one })).body,
    );
    expect(all).not.toMatch(/two|mneme-test-/);
  });

  it('has no name of somebody who was erased', async () => {
    const server = await serveTestMemory();
    const key = await keyOf(server, 'admin', ['admin']);
    const import_ = await server.ask('POST', '/v1/banks/default/import?path=okafor.jsonl', {
      key,
      body: '{"role":"user","name":"Tom Okafor","content":"I moved to Porto."}\n',
    });
    await ended(server, 'default', key, import_);
    const plan = await server.ask('POST', '/v1/banks/default/erasure', {
      key,
      body: { subject: 'Tom Okafor' },
    });
    expect((await ended(server, 'default', key, plan)).body['result']).toMatchObject({
      done: false,
      names: expect.arrayContaining(['Tom Okafor']) as string[],
    });
    const erasure = await server.ask('POST', '/v1/banks/default/erasure', {
      key,
      body: { subject: 'Tom Okafor', also: ['okafor'], yes: true },
    });
    const { body } = await ended(server, 'default', key, erasure);
    expect(body).toMatchObject({ state: 'done', result: { done: true, remains: [] } });
    const { body: listed } = await server.ask('GET', '/v1/banks/default/operations', { key });
    expect(listed).toHaveLength(3);
    expect(JSON.stringify(listed)).not.toMatch(/okafor/i);
  });
});

describe('a tool', () => {
  it('answers over MCP as it does elsewhere, apart from what answers everybody', async () => {
    const server = await serveTestMemory();
    await server.memory.rememberAll(['Tom moved to Porto.', 'The heron nests by the weir.']);
    const client = await httpClient(`${server.url}/mcp`);
    const called = await client.callTool({
      name: 'test',
      arguments: { cases: [{ ask: 'Where is Tom?', mustReturn: [] }] },
    });
    expect(called.isError).toBe(true);
    expect(JSON.stringify(called.content)).toContain('test.cases.0');
    const { memories } = await server.memory.list();
    const asked = await client.callTool({
      name: 'test',
      arguments: { cases: [{ ask: 'Where is Tom?', mustReturn: [memories[0]!.id] }] },
    });
    expect(asked.isError).not.toBe(true);
  });
});
