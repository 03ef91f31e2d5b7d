import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const now = '2026-06-01T12:00:00Z';

async function told(): Promise<Mneme> {
  const { memory } = await openTestMemory();
  await memory.rememberAll([
    {
      content: 'What happened in March will be told in March at the March fair.',
      saidAt: '2026-01-05T10:00:00Z',
    },
    { content: 'The kiln cracked.', saidAt: '2026-03-04T10:00:00Z' },
    { content: 'Ida sold the blue vase.', saidAt: '2026-03-19T10:00:00Z' },
    { content: 'On March 28 the glaze was ruined.', saidAt: '2026-04-11T10:00:00Z' },
    { content: 'What happened at the fair was on the news.', saidAt: '2026-05-02T10:00:00Z' },
    { content: 'The fair is planned for 20 July.', saidAt: '2026-02-02T10:00:00Z' },
    {
      content: 'The fair is planned for 9 August, planned anew in May.',
      saidAt: '2026-05-20T10:00:00Z',
    },
  ]);
  return memory;
}

describe('a period that the question names governs', () => {
  it('what lies in it comes first', async () => {
    const memory = await told();
    for (const query of [
      'What happened in March?',
      'Sum up what went on in March',
      'Was war im März los?',
    ]) {
      const { results, notices } = await memory.recall({ query, now });
      expect(
        results
          .slice(0, 3)
          .map(({ content }) => content)
          .sort(),
      ).toEqual([
        'Ida sold the blue vase.',
        'On March 28 the glaze was ruined.',
        'The kiln cracked.',
      ]);
      expect(notices.join()).not.toContain('Nothing that the bank holds');
      expect(results.every(({ why }, at) => why.score <= (results[at - 1]?.why.score ?? 1))).toBe(
        true,
      );
    }
  });

  it('a part of a month is a period, too', async () => {
    const memory = await told();
    const { results, plan } = await memory.recall({ query: 'What went on in early March?', now });
    expect([results[0]?.content, plan.periods]).toEqual([
      'The kiln cracked.',
      ['early March 2026'],
    ]);
  });

  it('when nothing lies in it, that is said', async () => {
    const memory = await told();
    const { notices } = await memory.recall({ query: 'What happened in October 2025?', now });
    expect(notices).toContain('Nothing that the bank holds was said or happened in October 2025.');
  });

  it('asked what was known by then, what was said later comes last, and the plan says so', async () => {
    const memory = await told();
    const places = async (query: string): Promise<number[]> => {
      const { results, plan } = await memory.recall({ query, now });
      expect(plan.constraints.map(({ name }) => name)).toContain('namedPeriod');
      return ['for 20 July', 'for 9 August'].map((text) =>
        results.findIndex(({ content }) => content.includes(text)),
      );
    };
    const [before = -1, later = -1] = await places('When was the fair planned, as known in March?');
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThan(later);
  });
});
