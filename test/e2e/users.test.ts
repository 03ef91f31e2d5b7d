/** What is remembered of one user never comes back to another, by whichever verb and door. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { connect } from '../../packages/client/src/connect.js';
import { createProgram } from '../../packages/cli/src/program.js';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { onlyReads } from '../../packages/core/src/operations/operation.js';
import { allOperations, type OperationName } from '../../packages/mneme/src/operations/table.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { grpcClient, PROTO_FOLDER } from '../support/grpc-client.js';
import { httpClient } from '../support/mcp-process.js';
import { filled, samples, type FilledFile } from '../support/operation-samples.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

vi.setConfig({ testTimeout: 120_000 });

type Input = Record<string, unknown>;
const [ALICE, BOB] = ['alice', 'bob@example.org/💥 zebulon'] as const;

/** Two users of one file, alike in what they hold but for one word that every text of the second has. */
async function twoUsers(): Promise<{ readonly alices: FilledFile; readonly bobs: FilledFile }> {
  const file = temporaryFile();
  const alices = await filled(file, { userId: ALICE });
  const bobs = await filled(file, { userId: BOB });
  const memory = await openMemory({ file, userId: BOB });
  await memory.rememberAll([
    'Tom Okafor moved to Leeds on Sunday, zebulon says.',
    'Tom likes zebulon more than coriander.',
    { content: 'Marmalade is zebulon.', speaker: 'Zebulon', session: 's', tags: ['zebulon'] },
  ]);
  await memory.goals.set({ description: 'Run the Porto marathon with zebulon' });
  await memory.session('s').note({ text: 'zebulon asks about Tom', speaker: 'user' });
  await memory.reflect();
  await memory.close();
  return { alices, bobs };
}

const tried = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    return JSON.stringify(await work()) ?? '';
  } catch (error) {
    return `${String(error)} ${JSON.stringify(error)}`;
  }
};

it('no verb of the library tells one user what is of another, nor by its ids', async () => {
  const { alices, bobs } = await twoUsers();
  const memory = await openMemory({ file: alices.file, vaultKey: 'ab'.repeat(32) });
  const alice = memory.scope({ userId: ALICE });
  const given = samples(alices);
  // The same with what is the other's: ids that are not hers.
  const theirs = samples(bobs);
  const leaks: unknown[] = [];
  for (const operation of Object.values(allOperations())) {
    const name = operation.name as OperationName;
    for (const input of [given[name], theirs[name]]) {
      if (input === undefined || !onlyReads(operation, input)) continue;
      const answer = await tried(() =>
        operation.run(alice, operation.input.parse(input) as never, {}),
      );
      if (/zebulon/i.test(answer)) leaks.push({ name, answer });
    }
  }
  expect(leaks).toEqual([]);
  expect((await alice.file.banks()).map(({ name }) => name)).toEqual(['default@alice']);
  expect(() => alice.bank('default')).toThrow('There is no such bank.');
  expect(() => alice.scope({ userId: BOB })).toThrow(/alice's alone/);
  // Nor is there anything of a user in the bank itself.
  expect(await tried(() => memory.recall('Where is Tom?'))).not.toMatch(/Porto|zebulon/i);
  await memory.close();
});

it('whatever two users say, in whichever order, each is told what is theirs', async () => {
  const words = fc.constantFrom('Tom', 'lives', 'in', 'Porto', 'likes', 'green', 'tea', 'not');
  const saying = fc.record({
    who: fc.constantFrom('a', 'b', 'A'),
    text: fc.array(words, { minLength: 3, maxLength: 7 }).map((parts) => parts.join(' ')),
    agentId: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    own: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: 2, maxLength: 12 }), async (sayings) => {
      const { memory } = await openTestMemory();
      for (const { who, text, agentId, own } of sayings)
        await memory.remember({
          // Some are word for word the same, some are of one user.
          content: own ? `${text} mark${who.codePointAt(0)}.` : `${text}.`,
          userId: who,
          ...(agentId === undefined ? {} : { agentId }),
        });
      for (const userId of ['a', 'b', 'A']) {
        const others = ['a', 'b', 'A'].filter((id) => id !== userId);
        const said = sayings.filter(({ who }) => who === userId).map(({ text }) => text);
        const query = 'Where does Tom live, and what does he like?';
        const answers = await Promise.all([
          memory.recall({ query, userId, limit: 50 }),
          memory.recall({ query, userId, groupByLayer: true }),
          memory.context({ query, userId }),
          memory.scope({ userId }).brief(),
          memory.why({ query, userId }),
          memory.list({ order: 'newest', userId, limit: 100 }),
        ]);
        for (const other of others)
          expect(JSON.stringify(answers)).not.toContain(`mark${other.codePointAt(0)}`);
        const { memories } = await memory.list({ userId, limit: 500 });
        const kept = memories.map(({ content }) => content.replace(/ mark\d+|\./g, ''));
        expect(kept.every((text) => said.includes(text))).toBe(true);
        expect(said.length === 0).toBe(kept.length === 0);
        const ofX = await memory.list({ userId, agentId: 'x', limit: 500 });
        expect(ofX.memories.length).toBeLessThanOrEqual(
          sayings.filter(({ who, agentId }) => who === userId && agentId === 'x').length,
        );
      }
      await memory.close();
    }),
    { numRuns: 12 },
  );
});

it('the same at every door: REST, gRPC, the Model Context Protocol, the command line, the client', async () => {
  const { alices } = await twoUsers();
  const server = await serveTestMemory({
    file: alices.file,
    grpc: { port: 0, protoFolder: PROTO_FOLDER },
    vaultKey: 'ab'.repeat(32),
  });
  const asked = { query: 'Where does Tom live?', limit: 20 };
  const bobs = { ...asked, userId: BOB };
  const leaks: unknown[] = [];
  for (const endpoint of endpoints()) {
    const input = samples(alices)[endpoint.operation.name as OperationName] as Input | undefined;
    if (input === undefined || !onlyReads(endpoint.operation, input) || endpoint.long) continue;
    const answer = await overRest(server, endpoint, { ...endpoint.fixed, ...input });
    if (/zebulon/i.test(answer)) leaks.push({ name: endpoint.operation.name, answer });
  }
  expect(leaks).toEqual([]);

  const rest = await server.ask('POST', '/v1/banks/default/recall', { body: bobs });
  expect(JSON.stringify(rest.body)).toContain('zebulon says');
  const named = await server.ask('POST', '/v1/banks/default/recall?userId=alice', { body: bobs });
  expect(named.status).toBe(400);
  const service = grpcClient(server.grpc);
  const client = await connect(server.url, { userId: ALICE });
  const tool = await httpClient(`${server.url}/mcp`, 'legacy');
  const hers = [
    JSON.stringify(await service.call('recall', { ...asked, userId: ALICE })),
    JSON.stringify(await client.recall(asked)),
    JSON.stringify(await tool.callTool({ name: 'recall', arguments: { ...asked, userId: ALICE } })),
    await commandLine(alices.file, 'recall', asked.query, '--user-id', ALICE),
  ];
  for (const answer of hers) {
    expect(answer).toContain('Porto');
    expect(answer).not.toMatch(/zebulon/i);
  }
  const his = [
    JSON.stringify(await service.call('recall', bobs)),
    JSON.stringify(await (await connect(server.url)).recall(bobs)),
    JSON.stringify(await tool.callTool({ name: 'recall', arguments: bobs })),
    await commandLine(alices.file, 'recall', asked.query, '--user-id', BOB),
  ];
  for (const answer of his) expect(answer).toContain('zebulon');
});

it('asking of a user of whom nothing is known gives nothing, and founds nothing', async () => {
  const { file } = await filled();
  const server = await serveTestMemory({ file });
  const names = async () => (await server.memory.file.banks()).map(({ name }) => name);
  const before = await names();
  const { key } = await server.memory.file.keys.create({ name: 'reader', scopes: ['read'] });
  const asked = await server.ask('POST', '/v1/banks/default/recall', {
    body: { query: 'Where is Tom?', userId: 'carol' },
    key,
  });
  expect(asked.status).toBe(200);
  expect(asked.body['results']).toEqual([]);
  expect(await names()).toEqual(before);
  await expect(commandLine(file, 'recall', 'Tom', '--user-id', 'carol')).rejects.toThrow(
    'Nothing is remembered of the user carol',
  );
});

it('an agent and a run stay with what is remembered and narrow what is asked for', async () => {
  const { memory } = await openTestMemory();
  const planner = memory.scope({ userId: 'a', agentId: 'planner' });
  await planner.remember('Tom lives in Porto since the spring.');
  await planner.remember({ content: 'Tom lives near the river in Porto.', runId: 'r-1' });
  await memory.scope({ userId: 'a' }).remember('Tom lives with Priya in Porto.');
  const found = async (asked: Partial<Parameters<Mneme['recall']>[0]> & object) =>
    (await memory.recall({ query: 'Where does Tom live?', userId: 'a', ...asked })).results.length;
  expect(await found({})).toBe(3);
  expect(await found({ agentId: 'planner' })).toBe(2);
  expect(await found({ agentId: 'planner', runId: 'r-1' })).toBe(1);
  expect(await found({ agentId: 'other' })).toBe(0);
  expect((await planner.recall('Where does Tom live?')).results).toHaveLength(2);
  expect((await planner.list()).memories).toHaveLength(2);
  expect((await planner.list({ order: 'newest' })).memories).toHaveLength(2);
  // Said again by another agent, it is one memory of both.
  await memory.remember({
    content: 'Tom lives in Porto since the spring.',
    userId: 'a',
    agentId: 'writer',
  });
  expect(await found({ agentId: 'writer' })).toBe(1);
  expect(await found({ agentId: 'planner' })).toBe(2);
  // New words are of the same agent.
  const [first] = (await planner.list()).memories;
  await planner.update(first!.id, 'Tom lives in Faro since the summer.');
  expect((await planner.recall('Faro')).results[0]!.content).toContain('Faro');
});

async function overRest(
  server: Awaited<ReturnType<typeof serveTestMemory>>,
  { method, path, inPath, inQuery, inBody }: ReturnType<typeof endpoints>[number],
  input: Input,
): Promise<string> {
  const place = inPath.reduce(
    (at, field) => at.replace(`{${field}}`, encodeURIComponent(String(input[field]))),
    path,
  );
  const query = new URLSearchParams(
    inQuery
      .filter((field) => input[field] !== undefined)
      .map((field): [string, string] => [field, String(input[field])]),
  );
  if (method === 'GET') query.set('userId', ALICE);
  const fields = inBody.filter((field) => input[field] !== undefined);
  const body = {
    ...Object.fromEntries(fields.map((field) => [field, input[field]])),
    userId: ALICE,
  };
  const asked = await server.ask(method, `/v1/banks/default${place}?${query.toString()}`, {
    ...(method === 'GET' ? {} : { body }),
  });
  return JSON.stringify(asked.body);
}

async function commandLine(file: string, ...words: string[]): Promise<string> {
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
    '--file',
    file,
  ]);
  return out;
}
