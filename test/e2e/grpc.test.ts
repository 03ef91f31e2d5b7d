/** The door for programs that speak gRPC: real sockets, and a client that knows the committed description alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { OPERATIONS, type OperationName } from '../../src/operations/table.js';
import { traitOf } from '../../src/servers/door/admission.js';
import { calls } from '../../src/servers/grpc/calls.js';
import { Runner } from '../../src/servers/running/runner.js';
import { grpcClient, PROTO_FOLDER, type GrpcClient } from '../support/grpc-client.js';
import { filled, samples } from '../support/operation-samples.js';
import { serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

const grpc = { port: 0, protoFolder: PROTO_FOLDER };
type Fields = Record<string, unknown>;

/** Without what a message does not tell from being left out. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && each !== undefined && !(typeof each === 'object' && Object.keys(each).length === 0));
  const smaller = kept.map(([key, each]): [string, unknown] => [key, compact(each)]).filter(([, each]) => typeof each !== 'object' || Object.keys(each as object).length > 0);
  return Object.fromEntries(smaller.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function upload(client: GrpcClient, fields: Fields, text: string, headers: Record<string, string> = {}): Promise<Fields> {
  const work = await new Promise<Fields>((resolve, reject) => {
    const call = client.upload('Import', (error, answer) => (error === null ? resolve(answer ?? {}) : reject(error)), headers);
    const half = Math.floor(text.length / 2);
    for (const message of [{ ...fields, data: Buffer.from(text.slice(0, half)) }, { data: Buffer.from(text.slice(half)) }]) call.write(message);
    call.end();
  });
  return work;
}

/** Long work until it has ended. */
async function ended(client: GrpcClient, id: unknown): Promise<Fields> {
  const states: Fields[] = [];
  for await (const work of client.follow('FollowWork', { id })) states.push(work as Fields);
  expect(states.at(-1)?.['state']).not.toBe('running');
  return (await client.call('GetWork', { id })) as Fields;
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
    const spy = vi.spyOn(Runner.prototype, 'perform').mockImplementation(async function (this: Runner, ...args) {
      const text = await perform.apply(this, args);
      performed.push(text);
      return text;
    });
    const failed: unknown[] = [];
    try {
      for (const call of calls()) {
        if (!('operation' in call.of)) continue;
        const { operation } = call.of;
        const sample = given[operation.name as OperationName];
        performed.length = 0;
        const first = call.streams === 'request' ? await upload(client, { path: String(sample['path']) }, readFileSync(String(sample['path']), 'utf8')) : ((await client.call(call.name, sample).catch((error: unknown) => ({ error: String(error) }))) as Fields);
        const long = traitOf(operation).long === true;
        const output = long ? ((await ended(client, first['id']))['result'] as Fields | null)?.[operation.name] : first;
        const expected = JSON.parse(performed.at(-1) ?? 'null') as Fields;
        const same = JSON.stringify(compact(output)) === JSON.stringify(compact(operation.name === 'import' ? { ...expected, path: 'chat.jsonl' } : expected));
        const issues = OPERATIONS[operation.name as OperationName].output.safeParse(output).error?.issues ?? [];
        if (!same || issues.length > 0) failed.push({ name: call.name, issues, output, expected });
      }
    } finally {
      spy.mockRestore();
    }
    expect(failed).toEqual([]);
    expect(server.said).toEqual([]);
  });
});
