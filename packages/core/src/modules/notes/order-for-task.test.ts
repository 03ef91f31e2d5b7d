import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

const NOTES: readonly (readonly [content: string, about: string, aspect: string, for_: string])[] =
  [
    ['The lunch for Darko is on Sunday.', 'lunch for Darko', 'day', 'planning a meal'],
    ['The van needs new brakes.', 'van', 'brakes', 'servicing the van'],
    ['Mila swims on Mondays.', 'Mila', 'swimming', 'scheduling a day'],
    ['Irina has the spare key.', 'Irina', 'key', 'locking up'],
    ['Tullio eats no fish.', 'Tullio', 'diet', 'planning a meal'],
  ];

describe('what a task takes', () => {
  it('is also what matters for the same as the notes that its words name', async () => {
    const { memory } = await openTestMemory({ embedder: { package: 'mneme' } });
    for (const [content, about, aspect, matters] of NOTES)
      await memory.remember({ content, note: { about, aspect, value: 'so', matters: [matters] } });
    const contents = async (query: string) =>
      (await memory.recall({ query, precision: 'normal' })).results.map(({ content }) => content);
    expect((await contents('Arrange the lunch for Darko.')).slice(0, 2)).toEqual([
      'The lunch for Darko is on Sunday.',
      'Tullio eats no fish.',
    ]);
    const { results } = await memory.recall({ query: 'Arrange the lunch for Darko.' });
    for (const [at, { why }] of results.entries())
      expect(why.score).toBeLessThanOrEqual(results[Math.max(0, at - 1)]?.why.score ?? 1);
  });
});
