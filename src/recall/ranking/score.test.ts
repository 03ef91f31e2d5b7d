import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../test/support/open-test-memory.js';

const TOLD = [
  { content: 'Jonas lives in Halle.', source: 'user' },
  { content: 'Jonas moved to Leipzig last week.', source: 'user' },
  { content: 'Marek told Jonas where his parents live in Halle.', source: 'user' },
  { content: 'Jonas lives in Berlin, says the page.', source: 'web' },
  { content: 'The pool size is 20.', source: 'agent' },
  { content: 'We changed the pool size to 40.', source: 'user' },
] as const;

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
