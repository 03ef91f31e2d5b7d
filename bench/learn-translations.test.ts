import { describe, expect, it } from 'vitest';
import { learnTranslations, type WordPair } from './learn-translations.js';

/** Functions that each do one of four things in one of three manners; what they do is told in other words than the code has. */
function pairs(): WordPair[] {
  const deeds = [
    ['remove', 'splice'],
    ['list', 'append'],
    ['file', 'open'],
    ['sort', 'compare'],
  ] as const;
  const manners = [
    ['fast', 'quick'],
    ['safely', 'guard'],
    ['again', 'retry'],
  ] as const;
  return Array.from({ length: 10 }, () =>
    deeds.flatMap(([told, code]) =>
      manners.map(([how, by]) => ({ told: [told, how, 'the'], code: [code, by, 'self'] })),
    ),
  ).flat();
}

describe('learning translations', () => {
  const learned = learnTranslations(pairs());

  it('tells apart which word of code accounts for which word of documentation', () => {
    for (const [told, code] of [
      ['remove', 'splice'],
      ['list', 'append'],
      ['file', 'open'],
      ['fast', 'quick'],
      ['safely', 'guard'],
    ] as const) {
      expect(learned.get(told)?.[0]?.[0]).toBe(code);
    }
  });

  it('learns nothing from a word of few functions', () => {
    expect(learnTranslations([...pairs(), { told: ['rare'], code: ['seldom'] }]).has('rare')).toBe(
      false,
    );
  });

  it('is the same for the same functions', () => {
    expect(learnTranslations(pairs())).toEqual(learned);
  });
});
