import { describe, expect, it } from 'vitest';
import { readDiscourse } from './speech.js';

describe('readDiscourse', () => {
  it('tells success from failure', () => {
    expect(readDiscourse('We fixed it and passed.').success).toBeGreaterThan(0.5);
    expect(readDiscourse('The deploy crashed.').success).toBeLessThan(0.5);
    expect(readDiscourse("It didn't work.").success).toBeLessThan(0.5);
    expect(readDiscourse('One test passed, one failed.').success).toBe(0.5);
    expect(readDiscourse('The sky is blue.').success).toBe(0.5);
  });

  it.each([
    ['It turned out fine.', 'outcome'],
    ['In the end we stayed.', 'outcome'],
    ['1. Boil water\n2. Add tea', 'procedure'],
    ['First mix it, then bake it.', 'procedure'],
    ['You need to restart it.', 'procedure'],
    ['My goal is to win.', 'strategic'],
    ['As a rule of thumb, wait.', 'strategic'],
  ] as const)('%s: %s', (text, trait) => expect(readDiscourse(text)[trait]).toBe(true));

  it('counts alternatives and trade-offs', () => {
    expect(readDiscourse('Tea or coffee, rather than beer.').alternatives).toBe(2);
    expect(readDiscourse('It is fast, but dear; on the other hand it lasts.').tradeOffs).toBe(2);
  });

  it('finds nothing in a plain statement', () => {
    for (const text of ['The cat sat.', ''])
      expect(readDiscourse(text)).toEqual({
        outcome: false,
        success: 0.5,
        procedure: false,
        alternatives: 0,
        tradeOffs: 0,
        strategic: false,
      });
  });
});
