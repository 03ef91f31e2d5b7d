import { describe, expect, it } from 'vitest';
import {
  openModelServer,
  type Behaviour,
  type ModelServer,
} from '../../../../../test/support/model-server.js';
import {
  openTestMemory,
  type TestMemory,
  type TestOptions,
} from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';

const FILLER = [
  'The kiln fires at noon.',
  'Rain fell all day on the harbour.',
  'The parser has a new owner.',
  'Lunch was soup again.',
  'The heron came back to the pond.',
  'The invoice is paid.',
];

const VILLAGE = [
  { speaker: 'Priya', content: 'I adopted a greyhound from the shelter last week!' },
  { speaker: 'Priya', content: 'My new job as a veterinary nurse starts on Monday.' },
  { speaker: 'Tom', content: 'I moved to Lisbon in spring, and the trams are lovely.' },
  { speaker: 'Ana', content: 'Lisbon was wonderful, I spent four days there in May.' },
  { speaker: 'Tom', content: 'I work as a carpenter in a boatyard.' },
  { speaker: 'Ana', content: 'I am a teacher and I like jazz.' },
  { speaker: 'Tom', content: 'Jazz is what I listen to in the yard.' },
];

async function village(options: TestOptions = {}): Promise<TestMemory> {
  const rig = await openTestMemory(options);
  await rig.memory.rememberAll([
    ...VILLAGE.map((turn, position) => ({ ...turn, session: 'green', position })),
    ...FILLER.map((content, position) => ({ content, session: 'other', position })),
  ]);
  return rig;
}

/** A memory with a local language model server that behaves as given. */
async function withModel(
  ...behaviours: readonly Behaviour[]
): Promise<TestMemory & { readonly server: ModelServer }> {
  const server = await openModelServer();
  server.behave(...behaviours);
  return {
    server,
    ...(await village({
      languageModel: { provider: 'openai', url: server.url, model: 'writer' },
      wait: () => Promise.resolve(),
    })),
  };
}

const say =
  (data: unknown): Behaviour =>
  () => ({ body: { choices: [{ message: { content: JSON.stringify(data) } }] } });

describe('auto', () => {
  it('asks a plain question plainly', async () => {
    const { memory } = await village();
    const { plan } = await memory.recall('Where does Tom live now?');
    expect(plan.strategy).toEqual({ asked: 'auto', used: 'plain', steps: [], unavailable: [] });
  });

  it('takes a question of two hops apart, and the first finding leads to the second', async () => {
    const { memory } = await village();
    const question = 'What does the person who adopted a greyhound do for a living?';
    const answer = await memory.recall({ query: question, limit: 3 });
    expect(answer.plan.strategy.used).toBe('transform');
    expect(answer.plan.strategy.steps.join('\n')).toMatch(
      /who adopted a greyhound\?” and found “Priya”\n.*What does Priya do for a living/,
    );
    expect(contents(answer)).toContain('My new job as a veterinary nurse starts on Monday.');
    expect(contents(answer)[0]).toMatch(/Priya|greyhound|veterinary/);
  });

  it('keeps scores in order and ids apart', async () => {
    const { memory } = await village();
    const answer = await memory.recall('Did Ana visit the city where Tom lives?');
    const scores = answer.results.map(({ why }) => why.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(answer.delivered).size).toBe(answer.delivered.length);
    expect(contents(answer).slice(0, 4)).toContain(
      'Lisbon was wonderful, I spent four days there in May.',
    );
  });

  it('asks the same of both who are named', async () => {
    const { memory } = await village();
    const answer = await memory.recall({
      query: 'What music do both Ana and Tom like, jazz?',
      limit: 4,
    });
    expect(answer.plan.strategy.steps).toEqual([
      'asked “What music do Ana like, jazz?”',
      'asked “What music do Tom like, jazz?”',
    ]);
    expect(contents(answer).slice(0, 3)).toEqual(
      expect.arrayContaining([
        'I am a teacher and I like jazz.',
        'Jazz is what I listen to in the yard.',
      ]),
    );
  });
});

describe('transform', () => {
  it('asks what came after a happening only there', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { speaker: 'Tom', content: 'I took a pottery class.', saidAt: '2024-01-10T10:00:00Z' },
      {
        speaker: 'Tom',
        content: 'The big move to Lisbon is done!',
        saidAt: '2024-03-01T10:00:00Z',
      },
      { speaker: 'Tom', content: 'I took a sailing class.', saidAt: '2024-05-10T10:00:00Z' },
      ...FILLER,
    ]);
    const answer = await memory.recall({
      query: 'Which class did Tom take after the big move to Lisbon?',
      strategy: 'transform',
    });
    const found = contents(answer);
    expect(found.indexOf('I took a sailing class.')).toBeLessThan(
      found.indexOf('I took a pottery class.'),
    );
    expect(answer.plan.strategy.steps[1]).toMatch(/after what the step before found/);
    expect(answer.plan.strategy.unavailable).toEqual(['no language model is configured']);
  });

  it('says so when there is nothing to take apart', async () => {
    const { memory } = await village();
    const asked = await memory.recall({ query: 'Where does Tom live now?', strategy: 'transform' });
    expect(asked.plan.strategy).toMatchObject({
      asked: 'transform',
      used: 'plain',
      steps: [expect.stringContaining('one thing') as string],
    });
    expect(contents(asked)).toEqual(contents(await memory.recall('Where does Tom live now?')));
  });

  it('follows the steps of a language model', async () => {
    const { memory, server } = await withModel(
      say({
        steps: [
          { question: 'Who has a new dog?', takes: 0 },
          { question: 'What is {}’s job?', takes: 1 },
        ],
      }),
    );
    const answer = await memory.recall({
      query: 'What is the job of whoever has a greyhound?',
      strategy: 'transform',
      limit: 3,
    });
    expect(answer.plan.strategy).toMatchObject({ used: 'transform', unavailable: [] });
    expect(answer.plan.strategy.steps).toHaveLength(2);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('whoever has a greyhound');
  });
});

describe('hyde', () => {
  it('searches by what a language model writes', async () => {
    const { memory } = await withModel(
      say({ memories: ['I build boats out of wood in the boatyard, as a carpenter.'] }),
    );
    const answer = await memory.recall({
      query: 'How does he earn money with ships?',
      strategy: 'hyde',
      limit: 3,
    });
    expect(answer.plan.strategy).toMatchObject({ asked: 'hyde', used: 'hyde', unavailable: [] });
    expect(contents(answer)).toContain('I work as a carpenter in a boatyard.');
  });

  it('without a model learns words from the best results, and says that this is what it did', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The marathon in Porto needs long tempo runs.',
      'Marathon training: tempo runs on the river path.',
      'Tempo runs hurt on the river path today.',
      ...FILLER,
    ]);
    const answer = await memory.recall({ query: 'marathon', strategy: 'hyde', limit: 4 });
    expect(answer.plan.strategy.steps[0]).toMatch(/^pseudo-relevance feedback \(RM3\).*“tempo”/);
    expect(answer.plan.strategy.unavailable).toEqual(['no language model is configured']);
    expect(contents(answer)).toContain('Tempo runs hurt on the river path today.');
  });
});

describe('reflective', () => {
  it('asks again for the part of the question that no result has', async () => {
    const { memory } = await openTestMemory();
    const many = Array.from(
      { length: 8 },
      (_, at) => `The garden roses and the garden fence were painted on day ${at}.`,
    );
    await memory.rememberAll([...many, 'Nobody found the telescope.', ...FILLER]);
    const asked = { query: 'garden roses fence painted telescope', limit: 6 };
    const plain = await memory.recall({ ...asked, strategy: 'plain' });
    const answer = await memory.recall({ ...asked, strategy: 'reflective' });
    expect(contents(answer)).toContain('Nobody found the telescope.');
    if (!contents(plain).includes('Nobody found the telescope.'))
      expect(answer.plan.strategy.steps.join()).toContain('telescope');
  });

  it('asks for what a language model finds missing', async () => {
    const { memory } = await withModel(say({ missing: ['the heron at the pond'] }));
    const answer = await memory.recall({
      query: 'What does Tom work as?',
      strategy: 'reflective',
      limit: 4,
    });
    expect(answer.plan.strategy.steps).toEqual([
      'the first answer left open, and so was asked again: “the heron at the pond”',
    ]);
    expect(contents(answer)).toContain('The heron came back to the pond.');
  });
});

describe('reranking', () => {
  it('prefers what was used of late among what matches alike', async () => {
    const { memory, clock } = await openTestMemory();
    // Newness of a text counts; none of these is new.
    await memory.rememberAll(
      [
        'A boat, blue, for the yard and the shed, is here.',
        ...FILLER,
        'The blue boat is in the yard.',
        'The soup was cold again.',
        'The blue boat is in the shed.',
        'Nobody rang at noon.',
      ].map((content) => ({ content, tags: content.endsWith('is in the shed.') ? ['shed'] : [] })),
    );
    const before = contents(
      await memory.recall({ query: 'blue boat', strategy: 'reranking', limit: 2 }),
    );
    clock.advance(200 * 86_400_000);
    await memory.recall({ query: 'shed', tags: ['shed'] });
    const after = contents(
      await memory.recall({ query: 'blue boat', strategy: 'reranking', limit: 2 }),
    );
    expect(before.indexOf('The blue boat is in the yard.')).toBeGreaterThanOrEqual(0);
    expect(after.find((text) => text?.startsWith('The blue boat') === true)).toBe(
      'The blue boat is in the shed.',
    );
  });

  it('lets a reranker judge, and does without one that fails', async () => {
    const server = await openModelServer();
    server.behave(
      ({ body }) => ({
        body: {
          results: (body['documents'] as string[]).map((text, index) => ({
            index,
            relevance_score: text.includes('trams') ? 9 : -index,
          })),
        },
      }),
      'cut',
    );
    const { memory, clock } = await village({
      reranker: { url: server.url, model: 'pairs' },
      wait: () => Promise.resolve(),
    });
    const judged = await memory.recall({
      query: 'Where does Tom live?',
      strategy: 'reranking',
      limit: 3,
    });
    expect(contents(judged)[0]).toMatch(/trams/);
    expect(judged.plan.strategy.steps[0]).toMatch(/similarity by .*pairs/);
    clock.advance(60_000);
    const alone = await memory.recall({
      query: 'Where does Ana work?',
      strategy: 'reranking',
      limit: 3,
    });
    expect(alone.plan.strategy.unavailable.join()).toMatch(/pairs.*cannot be reached/);
    expect(alone.notices.join()).toMatch(/The reranker had no part/);
  });
});

describe.each(['hyde', 'reflective', 'transform'] as const)(
  '%s with a language model that fails',
  (strategy) => {
    it('is a plain recall that says so and is not kept', async () => {
      const { memory } = await withModel('cut');
      const query = 'Where does Tom live now?';
      const answer = await memory.recall({ query, strategy });
      const plain = await memory.recall({ query, strategy: 'plain' });
      expect(contents(answer)).toEqual(contents(plain));
      expect(answer.plan.strategy).toMatchObject({ asked: strategy, used: 'plain', steps: [] });
      expect(answer.plan.strategy.unavailable.join()).toMatch(
        /writer had no part in it: .*cannot be reached/,
      );
      expect(answer.notices.join()).toMatch(/Asked plainly/);
      expect((await memory.recall({ query, strategy })).cacheHit).toBe(false);
    });
  },
);
