import { describe, expect, it } from 'vitest';
import { openTestMemory, testClock } from '../../../../../test/support/open-test-memory.js';
import { CURRENCY_FEATURES } from './currency.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 1, 12);

const TOLD = [
  'Kelp setup for the record: tokens through Style Dictionary 3, Storybook 7. Spacing grid 8 px.',
  'I had noodles at the station, they were cold.',
  'oh and we have gone down to a 4 px spacing grid now, 8 was too coarse for the tables',
  'The neighbours are painting the stairs again.',
];

async function asked(query: string, speakers: readonly string[]) {
  const { memory } = await openTestMemory({ clock: testClock(NOW) });
  await memory.rememberAll(
    TOLD.map((content, at) => ({
      content,
      kind: 'experience',
      speaker: speakers[at % speakers.length] ?? '',
      saidAt: NOW - (100 - 20 * at) * DAY,
    })),
  );
  const answer = await memory.recall({ query, fields: ['content', 'why'] });
  await memory.close();
  return answer.results;
}

describe('the newest word on a matter', () => {
  it('stands before an older one that has more of the words', async () => {
    const [first] = await asked('How fine is the spacing grid now?', ['Noor', 'assistant']);
    expect(first?.content).toBe(TOLD[2]);
  });

  it('leaves the order of results in step with their scores', async () => {
    const results = await asked('How fine is the spacing grid now?', ['Noor', 'assistant']);
    const scores = results.map(({ why }) => why.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('is a term of the sum, where one person speaks alone', async () => {
    const told = async (speakers: readonly string[]): Promise<number[]> => {
      const { memory } = await openTestMemory({ clock: testClock(NOW) });
      await memory.rememberAll(
        TOLD.map((content, at) => ({ content, speaker: speakers[at % speakers.length] ?? '' })),
      );
      const { results } = await memory.why('How fine is the spacing grid now?');
      await memory.close();
      return results.map(({ terms }) => terms.currency ?? 0);
    };
    expect((await told(['Noor', 'assistant'])).some((gain) => gain !== 0)).toBe(true);
    expect((await told(['Noor', 'Felix'])).every((gain) => gain === 0)).toBe(true);
  });

  it('has a name of its own for each figure', () => {
    expect(new Set(CURRENCY_FEATURES).size).toBe(CURRENCY_FEATURES.length);
  });
});
