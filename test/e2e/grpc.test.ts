/** The door for programs that speak gRPC: real sockets, and a client that knows the committed description alone. */
import { readFileSync } from 'node:fs';
import { credentials, makeClientConstructor, status, type ServiceError } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { describe, expect, it, vi } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import {
  allOperations,
  type OperationName,
  OPERATIONS,
} from '../../packages/mneme/src/operations/table.js';
import { Runner } from '../../packages/server/src/running/runner.js';
import {
  COMMITTED,
  grpcClient,
  PROTO_FOLDER,
  requestOf,
  type GrpcClient,
} from '../support/grpc-client.js';
import { serverProcess } from '../support/mcp-process.js';
import { filled, samples } from '../support/operation-samples.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { ownUploads, serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

const grpc = { port: 0, protoFolder: PROTO_FOLDER };
type Fields = Record<string, unknown>;

const refusal = (error: unknown): Fields =>
  JSON.parse(String((error as ServiceError).metadata.get('mneme-refusal-bin')[0])) as Fields;
const refused = (asked: Promise<unknown>): Promise<ServiceError> =>
  asked.then(
    () => Promise.reject(new Error('It was answered.')),
    (error: unknown) => error as ServiceError,
  );

async function upload(
  client: GrpcClient,
  fields: Fields,
  text: string,
  headers: Record<string, string> = {},
): Promise<Fields> {
  const work = await new Promise<Fields>((resolve, reject) => {
    const call = client.upload(
      (error, answer) => (error === null ? resolve(answer ?? {}) : reject(error)),
      headers,
    );
    const half = Math.floor(text.length / 2);
    for (const message of [
      { ...requestOf('import', fields), data: Buffer.from(text.slice(0, half)) },
      { data: Buffer.from(text.slice(half)) },
    ])
      call.write(message);
    call.end();
  });
  return work;
}

/** Long work until it has ended. */
async function ended(client: GrpcClient, id: unknown): Promise<Fields> {
  const states: Fields[] = [];
  for await (const work of client.follow('follow_work', { id })) states.push(work as Fields);
  expect(states.at(-1)?.['state']).not.toBe('running');
  return (await client.call('get_work', { id })) as Fields;
}

describe('every operation', () => {
  it('answers over gRPC what it answers through every other door', async () => {
    const scene = await filled();
    const server = await serveTestMemory({ file: scene.file, vaultKey: 'ab'.repeat(32), grpc });
    const client = grpcClient(server.grpc);
    const given = samples(scene);
    // What REST sends word for word is seen on its way; nothing is put in its place.
    const performed: string[] = [];
    const perform = Runner.prototype.perform;
    const spy = vi.spyOn(Runner.prototype, 'perform').mockImplementation(async function (
      this: Runner,
      ...args
    ) {
      const text = await perform.apply(this, args);
      performed.push(text);
      return text;
    });
    const failed: unknown[] = [];
    try {
      for (const operation of Object.values(allOperations())) {
        // A former name answers as the one of now.
        if (operation.former !== undefined) continue;
        const sample = given[operation.name as OperationName];
        performed.length = 0;
        const first =
          operation.served?.upload === true
            ? await upload(
                client,
                { path: String(sample['path']) },
                readFileSync(String(sample['path']), 'utf8'),
              )
            : ((await client
                .call(operation.name, sample)
                .catch((error: unknown) => ({ error: String(error) }))) as Fields);
        const long = operation.served?.long === true;
        const output = long ? (await ended(client, first['id']))['result'] : first;
        const expected = JSON.parse(performed.at(-1) ?? 'null') as Fields;
        const same =
          JSON.stringify(output) ===
          JSON.stringify(
            operation.name === 'import' ? { ...expected, path: 'chat.jsonl' } : expected,
          );
        const issues =
          OPERATIONS[operation.name as OperationName].output.safeParse(output).error?.issues ?? [];
        if (!same || issues.length > 0)
          failed.push({ name: operation.name, issues, output, expected });
      }
    } finally {
      spy.mockRestore();
    }
    expect(failed).toEqual([]);
    expect(server.said).toEqual([]);
  });
});

describe('the door', () => {
  it('tells what it has, refuses what is broken by its field, and does nothing twice', async () => {
    const server = await serveTestMemory({ grpc, log: true });
    const client = grpcClient(server.grpc);
    const health = new (makeClientConstructor(healthService, 'Health'))(
      server.grpc,
      credentials.createInsecure(),
    );
    const check = health['check'] as unknown as (
      asked: object,
      answer: (error: unknown, answered: unknown) => void,
    ) => void;
    expect(
      await new Promise((resolve) =>
        check.call(health, { service: 'mneme.v1.Mneme' }, (_error, answered) => resolve(answered)),
      ),
    ).toEqual({ status: 'SERVING' });
    health.close();

    // What is missing is not what is empty, and zero is not nothing.
    expect(refusal(await refused(client.call('remember', {})))).toMatchObject({
      code: 'invalid_input',
      field: 'remember.content',
      message: 'remember.content: is missing.',
    });
    expect(refusal(await refused(client.call('remember', { content: '' })))).toMatchObject({
      code: 'invalid_input',
      field: 'remember.content',
      value: '',
    });
    expect(
      refusal(await refused(client.call('strategy_outcome', { id: 's_0000000000000' }))),
    ).toMatchObject({ field: 'strategy_outcome.success' });
    const wrong = await refused(client.call('recall', { query: 'x', limit: 900 }));
    expect([wrong.code, wrong.details, wrong.metadata.get('mneme-code')]).toEqual([
      status.INVALID_ARGUMENT,
      'recall.limit: must be 1 to 200.',
      ['invalid_input'],
    ]);
    expect(refusal(wrong)).toMatchObject({ field: 'recall.limit', value: 900, hint: 'Got 900.' });
    expect(details(wrong)).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: [{ field: 'recall.limit', value: { numberValue: 900 } }],
    });
    expect(
      refusal(await refused(client.call('remember', { content: 'x', kind: 'rumour' }))),
    ).toMatchObject({ field: 'remember.kind' });
    expect(
      refusal(await refused(client.call('remember', { content: 'x', images: ['/etc/passwd'] }))),
    ).toMatchObject({ code: 'invalid_input', field: 'images' });
    expect((await refused(client.call('show', { id: 'm_0000000000000' }))).code).toBe(
      status.NOT_FOUND,
    );
    for (const bytes of [
      [0xff, 0xff, 0xff],
      [0x12, 0x02, 0x61, 0x61, 0x0f],
      [0x52, 0x05, 0x0a],
    ])
      expect((await refused(client.bytes('Call', Uint8Array.from(bytes)))).code).toBe(
        status.INVALID_ARGUMENT,
      );
    for (const [verb, hint] of [
      ['rumour', /those of the command line/],
      ['import', /asked through Upload/],
      ['follow_changes', /asked through Follow/],
    ] as const)
      expect(refusal(await refused(client.call(verb)))).toMatchObject({
        code: 'invalid_input',
        field: 'verb',
        value: verb,
        hint: expect.stringMatching(hint) as string,
      });
    expect((await refused(client.call('remember', { content: 'a'.repeat(2_000_000) }))).code).toBe(
      status.RESOURCE_EXHAUSTED,
    );
    expect((await refused(client.bytes('Nothing', new Uint8Array()))).code).toBe(
      status.UNIMPLEMENTED,
    );
    expect(await client.call('list_banks')).toMatchObject({
      banks: [{ name: 'default', sequence: 0 }],
    });

    // Every door has the same bank.
    const headers = { 'idempotency-key': 'note-1' };
    const sent = await Promise.all(
      [1, 2].map(() =>
        client.raw('session', { session: 'chat', text: 'Priya moved.' }, { headers }),
      ),
    );
    expect(sent.map(({ trailer }) => trailer.get('idempotent-replayed').length).sort()).toEqual([
      0, 1,
    ]);
    expect(
      (await refused(client.raw('session', { session: 'chat', text: 'Tom moved.' }, { headers })))
        .code,
    ).toBe(status.FAILED_PRECONDITION);
    expect((await server.ask('GET', '/v1/banks/default/sessions/chat')).body).toEqual(
      await client.call('session_show', { session: 'chat' }),
    );
    expect(((await client.call('create_bank', { bank: 'work' })) as Fields)['name']).toBe('work');
    expect((await server.ask('GET', '/v1/banks')).body).toEqual(
      ((await client.call('list_banks')) as Fields)['banks'],
    );

    expect(server.said.filter((line) => line.startsWith('fault'))).toEqual([]);
    expect(server.said.map((line) => JSON.parse(line) as Fields)).toContainEqual(
      expect.objectContaining({
        method: 'gRPC',
        place: '/mneme.v1.Mneme/recall',
        status: 'INVALID_ARGUMENT',
        by: 'local',
      }),
    );
    expect(server.said.join()).not.toContain('Priya');
  });

  it('stops what its client took back, tells changes as they happen, and opens to keys alone once there is one', async () => {
    const server = await serveTestMemory({ grpc, rate: 50 });
    const { memory } = server;
    const client = grpcClient(server.grpc);
    await memory.remember('The safe is behind the clock.');

    // A file that is never sent to its end leaves nothing behind.
    const lines = Array.from({ length: 1_000 }, (_, at) =>
      JSON.stringify({
        role: 'user',
        name: 'Ana',
        content: `Parcel ${at} went to street ${at * 31} on shelf ${at % 97}.`,
      }),
    ).join('\n');
    const left = ownUploads();
    const broken = new Promise<ServiceError | null>((resolve) => {
      const call = client.upload((error) => resolve(error));
      call.write({ ...requestOf('import', { path: '../talk.jsonl' }), data: Buffer.from(lines) });
      void vi.waitFor(() => expect(left()).toHaveLength(1), 10_000).finally(() => call.cancel());
    });
    expect((await broken)?.code).toBe(status.CANCELLED);
    await vi.waitFor(() => expect(left()).toEqual([]), 10_000);
    expect((await memory.care.stats()).memories).toBe(1);

    // One that is can be stopped between two commits.
    const { id } = await upload(client, { path: '../talk.jsonl' }, lines);
    const seen: Fields[] = [];
    for await (const work of client.follow('follow_work', { id }))
      if (seen.push(work as Fields) === 1) await client.call('cancel_work', { id });
    expect(seen.at(-1)).toMatchObject({
      operation: 'import',
      state: 'cancelled',
      error: { code: 'interrupted' },
    });
    expect((await memory.care.stats()).memories).toBeLessThan(1_000);
    expect((await refused(client.call('get_work', { bank: 'other', id }))).code).toBe(
      status.NOT_FOUND,
    );

    // From its first metadata on, a follower misses nothing; once it has gone, nobody looks for it any more.
    const { sequence } = (await memory.care.info())!;
    const changes = client.follow('follow_changes', {});
    await new Promise((resolve) => changes.once('metadata', resolve));
    const { id: kept } = await memory.remember('Tom moved to Porto.');
    await memory.forget([kept]);
    const told: Fields[] = [];
    for await (const change of changes) if (told.push(change as Fields) === 2) break;
    expect(told.map(({ verb, sequence: at }) => [verb, at])).toEqual([
      ['remember', sequence + 1],
      ['forget', sequence + 2],
    ]);
    const first = client.follow('follow_changes', { after: 0 });
    for await (const change of first) {
      expect(change).toMatchObject({ sequence: 1, verb: 'remember' });
      break;
    }
    for (const following of [changes, first]) following.on('error', () => undefined).cancel();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const looks = vi.spyOn(
      Object.getPrototypeOf(memory.bank('default').curation) as typeof memory.curation,
      'log',
    );
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(looks).not.toHaveBeenCalled();
    looks.mockRestore();

    await keysOf(server.grpc, memory);
    expect(server.said).toEqual([]);
  });
});

/** Who is let in: the same as everywhere. */
async function keysOf(
  address: string,
  memory: Awaited<ReturnType<typeof openMemory>>,
): Promise<void> {
  const client = grpcClient(address);
  const { key: writer } = await memory.file.keys.create({
    name: 'writer',
    banks: ['work'] as never,
  });
  const { key: reader } = await memory.file.keys.create({
    name: 'reader',
    banks: ['work'] as never,
    scopes: ['read'],
  });
  for (const key of [undefined, 'nonsense', `${writer}x`])
    expect((await refused(client.call('list', {}, key))).code).toBe(status.UNAUTHENTICATED);
  expect(refusal(await refused(client.call('list')))).toMatchObject({ code: 'unauthorised' });
  // The one bank of the key is the one that is meant.
  expect(await client.call('remember', { content: 'Ana feeds the heron.' }, writer)).toMatchObject({
    outcome: 'remembered',
  });
  expect(
    ((await client.call('recall', { query: 'Who feeds it?' }, reader)) as { results: unknown[] })
      .results,
  ).toHaveLength(1);
  const denied = await refused(client.call('remember', { content: 'x' }, reader));
  expect([denied.code, refusal(denied)['code']]).toEqual([status.PERMISSION_DENIED, 'denied']);
  expect((await refused(client.call('bank_configure', { empathy: 4 }, writer))).code).toBe(
    status.PERMISSION_DENIED,
  );
  expect(
    ((await client.call('changes', {}, reader)) as { changes: unknown[] }).changes,
  ).toMatchObject([{ verb: 'remember', actor: 'key:writer' }]);
  expect((await client.call('list_banks', {}, writer)) as Fields).toMatchObject({
    banks: [{ name: 'work' }],
  });
  // A bank of others and one that never was look alike, whatever is asked of it.
  for (const [name, input] of [
    ['list', {}],
    ['recall', { query: 'safe' }],
    ['recall', {}],
    ['remember', { content: 'x' }],
    ['doctor', {}],
    ['get_bank', {}],
    ['create_bank', {}],
    ['list_work', {}],
    ['cancel_work', { id: 'o_1' }],
  ] as const) {
    const told = await Promise.all(
      ['default', 'nobody'].map(async (bank) => {
        const error = await refused(client.call(name, { bank, ...input }, writer));
        return JSON.stringify([error.code, error.details, refusal(error)]).replaceAll(bank, '?');
      }),
    );
    expect(told[0]).toBe(told[1]);
    expect(told[0]).toContain(`[${status.NOT_FOUND},`);
  }
  const stream = client.follow(
    'follow_changes',
    { bank: 'default' },
    { authorization: `Bearer ${writer}` },
  );
  expect(
    await new Promise((resolve) =>
      stream.once('error', (error: ServiceError) => resolve(error.code)).resume(),
    ),
  ).toBe(status.NOT_FOUND);
  const used = await Promise.allSettled(
    Array.from({ length: 160 }, () => client.call('list_banks', {}, reader)),
  );
  const over = used.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as ServiceError] : [],
  );
  expect(over.length).toBeGreaterThan(0);
  expect([over[0]?.code, over[0]?.metadata.get('mneme-code')]).toEqual([
    status.RESOURCE_EXHAUSTED,
    ['rate_limited'],
  ]);
  client.close();
}

/** The standard details of a status, with our own among them. */
function details(error: ServiceError): unknown {
  const read = (name: string, bytes: Buffer): Fields =>
    (COMMITTED[name] as { deserialize(from: Buffer): Fields }).deserialize(bytes);
  const whole = read(
    'google.rpc.Status',
    error.metadata.get('grpc-status-details-bin')[0] as Buffer,
  );
  return {
    ...whole,
    details: (whole['details'] as { type_url: string; value: Buffer }[]).map(
      ({ type_url, value }) => read(type_url.replace(/^.*\//, ''), value),
    ),
  };
}

describe('the process', () => {
  it('loses nothing acknowledged when it is told to end under load', async () => {
    const file = temporaryFile();
    const { child, exited, saying } = serverProcess(
      ['--port', '0', '--grpc', '0', '--file', file, '--threads', '1'],
      'serve',
    );
    const client = grpcClient((await saying(/gRPC +(\S+)/))[1]!);
    const acknowledged: string[] = [];
    const codes = new Set<number>();
    const following = client.follow('follow_changes', {});
    const followed = new Promise((resolve) =>
      following.once('error', (error: ServiceError) => resolve(error.code)).resume(),
    );
    const worker = async (name: number): Promise<void> => {
      for (let at = 0; ; at++) {
        try {
          if (at % 4 === 3) await client.call('recall', { query: `Where is parcel ${name}?` });
          else
            acknowledged.push(
              String(
                (
                  (await client.call('remember', {
                    content: `Parcel ${name}-${at} went to street ${at * 31 + name} on shelf ${at % 97}.`,
                  })) as Fields
                )['id'],
              ),
            );
        } catch (error) {
          codes.add((error as ServiceError).code);
          return;
        }
      }
    };
    const workers = Array.from({ length: 12 }, (_, name) => worker(name));
    while (acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 20));
    const told = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - told).toBeLessThan(5_000);
    await Promise.all(workers);
    expect([...codes, await followed]).toEqual(
      [...codes, status.UNAVAILABLE].map(() => status.UNAVAILABLE),
    );
    const memory = await openMemory({ file, readOnly: true });
    for (const each of acknowledged) expect((await memory.show(each)).memory.id).toBe(each);
    await memory.close();
  });
});
