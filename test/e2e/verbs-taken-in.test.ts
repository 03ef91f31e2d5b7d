/** Verbs that others have taken in answer under the names that they had before, at every door, and say what took their place. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../../packages/mneme/src/index.js';
import { allOperations } from '../../packages/mneme/src/operations/table.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { runHere } from '../support/run-here.js';
import { runProgram } from '../support/run-node.js';
import { serveTestMemory } from '../support/served-memory.js';

const BANK = '/v1/banks/default';
const SAYS_SO = /^mneme .+ is called mneme .+ now\.\n/;

/** Made once: each test has a copy of its own. */
async function filled() {
  const file = temporaryFile();
  const memory = await openMemory({ file });
  const { receipts } = await memory.rememberAll(
    ['Marmalade is a greyhound.', 'Greyhounds are dogs.', 'Tom lives in Porto.'].map((content) => ({
      content,
      speaker: 'Ana',
    })),
  );
  const { id: recollection } = await memory.recall('Where does Tom live?');
  await memory.flush();
  await memory.close();
  const [one = '', , tom = ''] = receipts.map(({ id }) => id as string);
  return { bytes: readFileSync(file), one, tom, recollection: recollection as string };
}

type Scene = Omit<Awaited<ReturnType<typeof filled>>, 'bytes'>;

interface Taken {
  /** Its name before, its command, its place, and what took it in. */
  readonly was: string;
  readonly words: readonly string[];
  readonly place: string;
  readonly now: string;
  readonly input: (scene: Scene) => Record<string, unknown>;
  readonly flags: (scene: Scene) => readonly string[];
  readonly answer: object;
}

const TAKEN: readonly [Taken, ...Taken[]] = [
  {
    ...{ was: 'whynot', words: ['whynot'], place: 'POST /recall/why-not', now: 'why' },
    input: ({ one }) => ({ query: 'Where does Tom live?', memory: one, limit: 1 }),
    flags: ({ one }) => ['Where does Tom live?', one, '--limit', '1'],
    answer: { lost: { step: expect.any(String) as string } },
  },
  {
    ...{ was: 'route', words: ['route'], place: 'POST /route', now: 'why' },
    input: () => ({ query: 'How do I rotate the keys?' }),
    flags: () => ['How do I rotate the keys?'],
    answer: { route: { type: { value: 'procedural' } } },
  },
  {
    ...{ was: 'compare', words: ['compare'], now: 'explain' },
    place: 'GET /memories/{one}/likeness/{tom}',
    input: ({ one, tom }) => ({ a: one, b: tom }),
    flags: ({ one, tom }) => [one, tom],
    answer: { other: { content: 'Tom lives in Porto.' } },
  },
  {
    ...{ was: 'is_a', words: ['is-a'], place: 'POST /hierarchy/is-a', now: 'hierarchy' },
    input: () => ({ name: 'Marmalade', kind: 'dog' }),
    flags: () => ['Marmalade', 'dog'],
    answer: { isA: { holds: true } },
  },
  {
    ...{ was: 'neighbourhood', words: ['neighbourhood'], now: 'graph' },
    place: 'POST /graph/neighbourhood',
    input: () => ({ of: 'Tom' }),
    flags: () => ['Tom'],
    answer: { around: { start: { name: 'Tom' } } },
  },
  {
    ...{ was: 'path', words: ['path'], place: 'POST /graph/path', now: 'graph' },
    input: () => ({ from: 'Tom', to: 'Porto', maxHops: 2 }),
    flags: () => ['Tom', 'Porto', '--max-hops', '2'],
    answer: { between: { found: true } },
  },
  {
    ...{ was: 'diagram', words: ['diagram'], place: 'POST /graph/diagram', now: 'graph' },
    input: () => ({ of: 'Tom' }),
    flags: () => ['Tom'],
    answer: { mermaid: expect.stringContaining('flowchart') as string },
  },
  {
    ...{ was: 'graph_map', words: ['graph-map'], place: 'GET /graph/map', now: 'graph' },
    input: () => ({}),
    flags: () => [],
    answer: { map: { total: expect.any(Number) as number } },
  },
  {
    ...{ was: 'resolve_entity', words: ['entity', 'resolve'], now: 'entities' },
    place: 'POST /entities/resolve',
    input: () => ({ name: 'Tom' }),
    flags: () => ['Tom'],
    answer: { resolved: { entity: { name: 'Tom' } } },
  },
  {
    ...{ was: 'outcome', words: ['outcome'], place: 'POST /outcomes', now: 'feedback' },
    input: ({ recollection }) => ({ recollection, good: true }),
    flags: ({ recollection }) => [recollection, '--good'],
    answer: { ended: { score: 1 } },
  },
  {
    ...{ was: 'credit', words: ['credit'], place: 'GET /credit', now: 'knows' },
    input: () => ({}),
    flags: () => [],
    answer: { credit: { outcomes: 0 } },
  },
  {
    ...{ was: 'learning_priorities', words: ['priorities'], now: 'knows' },
    place: 'GET /learning/priorities',
    input: () => ({}),
    flags: () => [],
    answer: { priorities: [] },
  },
  {
    ...{ was: 'test_pin', words: ['test', 'pin'], place: 'POST /test/case', now: 'test' },
    input: () => ({ query: 'Where does Tom live?' }),
    flags: () => ['Where does Tom live?'],
    answer: { pinned: { case: { ask: 'Where does Tom live?' } } },
  },
  {
    ...{ was: 'unread', words: ['unread'], place: 'GET /reading/unread', now: 'reading' },
    input: () => ({}),
    flags: () => [],
    answer: { next: { waiting: expect.any(Number) as number } },
  },
  {
    ...{ was: 'verdicts', words: ['verdicts'], place: 'GET /verifications', now: 'verify' },
    input: () => ({}),
    flags: () => [],
    answer: { verdicts: [] },
  },
  {
    ...{ was: 'search_plan', words: ['search-plan'], place: 'POST /search-plan', now: 'advise' },
    input: () => ({ goal: 'Plan a visit to Tom in Porto', maxQueries: 2 }),
    flags: () => ['Plan a visit to Tom in Porto', '--max-queries', '2'],
    answer: { guide: null },
  },
  {
    ...{ was: 'guide', words: ['guide'], place: 'GET /guide', now: 'advise' },
    input: () => ({}),
    flags: () => [],
    answer: { guide: expect.stringContaining('long-term memory') as string },
  },
  {
    ...{ was: 'graph_description', words: ['graph-description'], now: 'status' },
    place: 'GET /graph',
    input: () => ({}),
    flags: () => [],
    answer: { memories: 3 },
  },
  {
    ...{ was: 'compare_retrieval', words: ['compare-retrieval'], now: 'why' },
    place: 'POST /recall/comparison',
    input: () => ({ query: 'Where does Tom live?', k: 1 }),
    flags: () => ['Where does Tom live?', '--k', '1'],
    answer: { results: [{ content: 'Tom lives in Porto.' }] },
  },
  {
    ...{ was: 'recall_accuracy', words: ['recall-accuracy'], now: 'test' },
    place: 'POST /recall/accuracy',
    input: ({ tom }) => ({ cases: [{ query: 'Where does Tom live?', expected: [tom] }] }),
    flags: ({ tom }) => ['--case', JSON.stringify({ query: 'Where is Tom?', expected: [tom] })],
    answer: { passed: 1, failed: 0 },
  },
  {
    ...{ was: 'competence_sync', words: ['competence', 'sync'], now: 'knows' },
    place: 'POST /competence/sync',
    input: () => ({ domain: 'shop' }),
    flags: () => ['shop'],
    answer: { competence: [] },
  },
  {
    ...{ was: 'purpose', words: ['purpose'], place: 'GET /purpose', now: 'status' },
    input: () => ({}),
    flags: () => [],
    answer: { memories: 3 },
  },
  {
    ...{ was: 'purpose_search', words: ['purpose-search'], now: 'search_space' },
    place: 'POST /purpose/search',
    input: ({ tom }) => ({ of: tom, limit: 1 }),
    flags: ({ tom }) => [tom, '--limit', '1'],
    answer: { weights: expect.any(Object) as object },
  },
];

describe('a verb that another has taken in', () => {
  let scene: Awaited<ReturnType<typeof filled>> | undefined;
  async function copied(): Promise<Scene & { readonly file: string }> {
    const { bytes, ...rest } = (scene ??= await filled());
    const file = temporaryFile();
    writeFileSync(file, bytes, { mode: 0o600 });
    return { ...rest, file };
  }

  it('answers in the program that people run, and says so', async () => {
    const [{ words, flags, answer }] = TAKEN;
    const { file, ...rest } = await copied();
    const ran = await runProgram([...words, ...flags(rest), '--json', '--file', file]);
    expect(ran).toMatchObject({ code: 0, err: expect.stringMatching(SAYS_SO) as string });
    expect(JSON.parse(ran.out)).toMatchObject(answer);
  });

  describe.each(TAKEN)('$was, which $now has taken in', ({ was, words, place, now, ...taken }) => {
    it('answers at the command line, and says so', async () => {
      const { file, ...rest } = await copied();
      const { out, err } = await runHere([
        ...words,
        ...taken.flags(rest),
        ...['--json', '--file', file],
      ]);
      expect(err).toMatch(SAYS_SO);
      expect(JSON.parse(out)).toMatchObject(taken.answer);
    });

    it('answers by HTTP where it was, and as a tool that is listed nowhere', async () => {
      const { file, ...rest } = await copied();
      const server = await serveTestMemory({ file });
      const [method = '', path = ''] = place.split(' ');
      const at = `${BANK}${path.replace('{one}', rest.one).replace('{tom}', rest.tom)}`;
      const input = taken.input(rest);
      const told = await server.ask(method, at, method === 'GET' ? {} : { body: input });
      expect(told).toMatchObject({ status: 200, body: taken.answer });
      expect(told.headers.get('deprecation')).toBe('true');
      const tool = toolsOf('full').find(({ listing }) => listing.name === was);
      expect(tool?.unlisted).toBe(true);
      const { content } = (await tool?.call(server.memory, input, { offered: new Set() })) ?? {};
      expect(JSON.stringify(content)).toContain(`Note: ${was} is called ${now} now.`);
      expect(allOperations()[was]?.former).toBe(now);
    });
  });
});
