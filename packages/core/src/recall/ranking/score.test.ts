import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

const TOLD = [
  { content: 'Jonas lives in Halle.', source: 'user' },
  { content: 'Jonas moved to Leipzig last week.', source: 'user' },
  { content: 'Marek told Jonas where his parents live in Halle.', source: 'user' },
  { content: 'Jonas lives in Berlin, says the page.', source: 'web' },
  { content: 'The pool size is 20.', source: 'agent' },
  { content: 'We changed the pool size to 40.', source: 'user' },
] as const;

const MATTERS = ['rent', 'broker', 'allergy', 'rehearsal', 'the flat in Halle', 'Postgres 16'];
const VALUES = ['940 euros', 'RabbitMQ', 'cashews', 'Mondays at 7', 'Leipzig', 'version 17'];
const SAID = fc
  .tuple(
    fc.constantFrom(...MATTERS),
    fc.constantFrom(...VALUES),
    fc.constantFrom('is', 'is now', 'was', 'moves to', 'is not', 'is, since March,'),
  )
  .map(([matter, value, verb]) => `${matter} ${verb} ${value}`);
const TALKS = fc.array(
  fc.record({
    content: fc.oneof(SAID, fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 })),
    speaker: fc.constantFrom('Ana', 'assistant'),
    source: fc.constantFrom('user' as const, 'agent' as const, 'web' as const),
    saidAt: fc
      .integer({ min: 0, max: 200 })
      .map((day) => new Date(Date.UTC(2025, 8, 1) + day * 86_400_000).toISOString()),
  }),
  { minLength: 1, maxLength: 30 },
);
const QUESTIONS = fc.array(
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('What is', 'What was', 'When did', 'Who told', 'How much is', 'Why'),
        fc.constantFrom(...MATTERS, ...VALUES),
        fc.constantFrom('', ' now', ' in March', ' before', ' as of October'),
      )
      .map((parts) => parts.join(' ')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => /\S/.test(text)),
  ),
  { minLength: 1, maxLength: 6 },
);

describe('the score of a result', () => {
  it('is the sum of its terms, and the order is that of the sums', async () => {
    const { memory } = await openTestMemory();
    for (const each of TOLD) await memory.remember(each);
    for (const query of [
      'Where does Jonas live?',
      'Where did Jonas live before?',
      'What is the pool size?',
      'parents',
    ]) {
      const { results } = await memory.why(query);
      expect(results.length).toBeGreaterThan(0);
      for (const { logit, terms } of results)
        expect(Object.values(terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(logit, 9);
      const logits = results.map(({ logit }) => logit);
      expect(logits).toEqual([...logits].sort((a, b) => b - a));
    }
  });

  it('is that sum for every result of any question, whoever spoke, whatever moved them', async () => {
    await fc.assert(
      fc.asyncProperty(TALKS, QUESTIONS, async (talk, questions) => {
        const { memory } = await openTestMemory();
        await memory.rememberAll(talk);
        for (const query of questions) {
          const { results } = await memory.why({ query, limit: 20 });
          for (const { logit, terms } of results)
            expect(Object.values(terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(logit, 9);
          const logits = results.map(({ logit }) => logit);
          expect(logits).toEqual([...logits].sort((a, b) => b - a));
          const recalled = await memory.recall({ query, limit: 20 });
          expect(recalled.results.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
          const scores = recalled.results.map(({ why }) => why.score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        }
        await memory.close();
      }),
      { seed: 17, numRuns: 12 },
    );
  });

  it('names in the plan what moved results', async () => {
    const { memory } = await openTestMemory();
    for (const each of TOLD) await memory.remember(each);
    const { plan } = await memory.recall('Where does Jonas live?');
    expect(plan.constraints).toContainEqual({
      name: expect.stringMatching(/^(?:validity|claims)$/) as string,
      moved: expect.any(Number) as number,
    });
  });
});
