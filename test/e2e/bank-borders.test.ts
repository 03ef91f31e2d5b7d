/** What a key of some banks can learn of the others: nothing, at any door. */
import { expect, it, vi } from 'vitest';
import type { Operation } from '../../packages/core/src/operations/operation.js';
import { OPERATIONS, type OperationName } from '../../packages/mneme/src/operations/table.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { httpClient } from '../support/mcp-process.js';
import {
  filled,
  furtherSamples,
  samples,
  type FilledFile,
  type Sample,
} from '../support/operation-samples.js';
import { serveTestMemory, type ServedMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

type Input = Record<string, unknown>;
const THEIRS = 'ledger-of-zebulon';
const ID = /\b[a-z]_[0-9a-z]{13}\b/g;

interface RecallContext {
  readonly server: ServedMemory;
  /** Opens the bank `default` alone, with every scope. */
  readonly key: string;
  readonly theirs: FilledFile;
}

/** Two banks of one file, alike in what they hold. */
async function twoBanks(): Promise<RecallContext> {
  const { file } = await filled();
  const theirs = await filled(file, { bank: THEIRS });
  const server = await serveTestMemory({ file, grpc: { port: 0, protoFolder: PROTO_FOLDER } });
  const { key } = await server.memory.file.keys.create({
    name: 'mine',
    banks: ['default'],
    scopes: ['admin'],
  });
  return { server, key, theirs };
}

/** The same ids that no bank has. */
function nowhere<T>(input: T): T {
  return JSON.parse(
    JSON.stringify(input).replace(ID, (id) => `${id.slice(0, 2)}zzzz${id.slice(6)}`),
  ) as T;
}

async function overRest(
  { server, key }: RecallContext,
  name: OperationName,
  input: Input,
): Promise<string> {
  const places = endpoints().filter(({ operation }) => operation.name === name);
  const endpoint =
    places.find(({ fixed = {}, ...place }) => {
      const taken = [...place.inPath, ...place.inQuery, ...place.inBody, ...Object.keys(fixed)];
      return (
        place.inPath.every((field) => field in input) &&
        Object.keys(input).every((field) => taken.includes(field))
      );
    }) ?? places[0]!;
  const { method, path, inPath, inQuery, inBody } = endpoint;
  const place = inPath.reduce(
    (at, field) => at.replace(`{${field}}`, encodeURIComponent(String(input[field]))),
    path,
  );
  const query = new URLSearchParams(
    inQuery
      .filter((field) => input[field] !== undefined)
      .map((field): [string, string] => [field, String(input[field])]),
  ).toString();
  const body = Object.fromEntries(
    inBody.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
  );
  const asked = await server.ask(
    method,
    `/v1/banks/default${place}${query === '' ? '' : `?${query}`}`,
    { key, ...(method === 'GET' ? {} : { body }) },
  );
  if (asked.status !== 202) return JSON.stringify(asked.body);
  for (;;) {
    const work = await server.ask('GET', asked.headers.get('location') ?? '', { key });
    if (work.body['state'] !== 'running')
      return JSON.stringify([work.body['result'], work.body['error']]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** An answer without what is new in each. */
const told = (answer: string): string =>
  answer
    .replace(ID, 'id')
    // The letters of an id are words like others, and by chance more or less like the bank's.
    .replace(/"known":"(?:unknown|unsure)"/g, '')
    .replace(/"(?:tookMs|timings|sequence|at|since|now)":(?:\{[^}]*\}|[^,}]+)/g, '')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'a moment');

it('no operation tells an id of another bank from one that is nowhere, nor names another bank', async () => {
  const scene = await twoBanks();
  const given = samples(scene.theirs);
  const leaks: unknown[] = [];
  const calls = Object.keys(OPERATIONS).map((name) => [name, given[name as OperationName]]);
  for (const [name, input] of [...calls, ...furtherSamples(scene.theirs)] as Sample[]) {
    const one = await overRest(scene, name, input);
    if (one.includes('zebulon')) leaks.push({ name, one });
    if (JSON.stringify(input) === JSON.stringify(nowhere(input))) continue;
    const other = await overRest(scene, name, nowhere(input));
    if (told(one) !== told(other)) leaks.push({ name, one, other });
  }
  expect(leaks).toEqual([]);
});

it('why says of an id of another bank that there is none, at every door', async () => {
  const scene = await twoBanks();
  const { server, key, theirs } = scene;
  const input = { query: 'Where does Tom live?', memory: theirs.other };
  const refusals = [
    await overRest(scene, 'why', input),
    await grpcClient(server.grpc)
      .call('why', input, key)
      .then(JSON.stringify, (error: Error) => error.message),
    JSON.stringify(
      await (
        await httpClient(`${server.url}/mcp`, 'legacy', key)
      ).callTool({ name: 'why', arguments: input }),
    ),
  ];
  for (const refusal of refusals) {
    expect(refusal).toContain(`There is no memory ${theirs.other}`);
    expect(refusal).not.toContain('zebulon');
  }
  // In this process too, who may know of some banks opens no other; who opens both is told where it is.
  const limited = server.memory.as({ actor: 'guest', within: ['default'] });
  await expect(limited.why(input)).rejects.toMatchObject({
    message: `There is no memory ${input.memory}.`,
  });
  expect((await limited.file.banks()).map(({ name }) => name)).toEqual(['default']);
  expect(() => limited.bank(THEIRS)).toThrow('There is no such bank.');
  await expect(
    (OPERATIONS.why as unknown as Operation).run(server.memory, input, {}),
  ).rejects.toMatchObject({ message: expect.stringContaining(THEIRS) as string });
});

it('an erasure tells nothing of the banks that the key does not open', async () => {
  const scene = await twoBanks();
  const input = { subject: 'Tom Okafor', yes: true };
  const limited = JSON.parse(await overRest(scene, 'erase', input)) as [Input];
  expect(limited[0]).toMatchObject({ done: true, proof: null });
  expect(JSON.stringify(limited)).not.toMatch(/zebulon|memories that name/);
  // The same for who is nowhere else: that nothing is told does not tell either.
  const alone = await overRest(scene, 'erase', { subject: 'Marmalade', yes: true });
  const remains = ([report]: [Input]): unknown => report['remains'];
  expect(remains(JSON.parse(alone) as [Input])).toEqual(remains(limited));
  const { key } = await scene.server.memory.file.keys.create({
    name: 'all',
    banks: null,
    scopes: ['admin'],
  });
  const whole = await overRest({ ...scene, key }, 'erase', { subject: 'Priya', yes: true });
  expect(whole).toContain(THEIRS);
});
