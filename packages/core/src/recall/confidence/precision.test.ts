import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom, testClock } from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';
import { openMemory, type Mneme } from '@mneme/mneme/index.js';
import { answersBeside } from './judgement.js';

const FACTS = [
  'Redis keeps the sessions of the web shop.',
  'The deploy pipeline runs on Buildkite.',
  'Mara is the protagonist of the second novel.',
  'Errors are returned as values and never thrown.',
  'The invoices are printed on Fridays.',
  'Postgres 16 runs in Frankfurt.',
  'The logo is dark green.',
  'Ola reviews every migration.',
  'The office plants are watered by Sam.',
  'Feature flags live in Unleash.',
  'The staging database is reset every night.',
  'The newsletter goes out on the first of the month.',
];

describe("precision: 'high'", () => {
  let memory: Mneme;
  beforeAll(async () => {
    memory = await openMemory({
      file: ':memory:',
      clock: testClock(Date.UTC(2025, 5, 1)),
      random: seededRandom(3),
    });
    await memory.rememberAll(FACTS.map((content) => ({ content, kind: 'fact' })));
  });
  afterAll(() => memory.close());

  it.each([
    ['What do we use Redis for?', 0],
    ['Who is the protagonist of the second novel?', 2],
    ['Who reviews a migration?', 7],
    ['Where do feature flags live?', 9],
  ])('%s is answered by what answers alone', async (query, at) => {
    expect(contents(await memory.recall({ query, precision: 'high' }))).toEqual([FACTS[at]]);
    expect((await memory.recall(query)).results.length).toBeGreaterThanOrEqual(1);
  });

  it.each(['What is the capital of France?', 'How tall is the Eiffel Tower?'])(
    '%s gets nothing, and why',
    async (query) => {
      const { results, notices } = await memory.recall({ query, precision: 'high' });
      expect(results).toEqual([]);
      expect(notices.join()).toMatch(
        /sure enough|Nothing relevant is known|No memory has the word/,
      );
      const { context, delivered } = await memory.context({ query });
      expect([context, delivered]).toEqual(['', []]);
    },
  );

  it('names the field where it is none of the two', async () => {
    await expect(
      memory.recall({ query: 'Redis', precision: 'highest' as 'high' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('precision'),
    });
  });
});

describe("precision: 'high' where a value has changed", () => {
  it('keeps what was said after the best, which may tell that it is otherwise now', () => {
    const results = [
      { probability: 0.78, saidAt: 1 },
      { probability: 0.25, saidAt: 2 },
      { probability: 0.25, saidAt: 0 },
      { probability: 0.05, saidAt: 3 },
    ];
    const answers = answersBeside(
      results,
      ({ probability }) => probability,
      ({ saidAt }) => saidAt,
    );
    expect(results.filter(answers)).toEqual(results.slice(0, 2));
  });
});
