import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../domain/time.js';
import { levelOf, overall, recency, sourceQuality } from './judgement.js';
import { chance, logOdds, type Logistic } from './evidence.js';

const share = (): fc.Arbitrary<number> => fc.double({ min: 0, max: 1, noNaN: true });

describe('recency', () => {
  const NOW = 1_000 * DAY;
  it.each([
    ['an hour', 1 / 24, 0.95],
    ['three and a half days', 3.5, 0.625],
    ['seven days', 7, 0.3],
    ['twenty-two days', 22, 0.15],
    ['thirty-seven days', 37, 0],
    ['a year', 365, 0],
    ['tomorrow', -1, 1],
  ])('of %s', (_, days, wanted) => {
    expect(recency(NOW - days * DAY, NOW)).toBeCloseTo(wanted, 9);
  });

  it('never rises with age', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (a, b) =>
          recency(NOW - Math.max(a, b) * DAY, NOW) <=
          recency(NOW - Math.min(a, b) * DAY, NOW) + 1e-12,
      ),
    );
  });
});

describe('overall certainty', () => {
  it('weighs the factors .35, .25, .15, .15, .10', () => {
    const none = { relevance: 0, sourceQuality: 0, recency: 0, consistency: 0, completeness: 0 };
    expect(overall({ ...none, relevance: 1 })).toBeCloseTo(0.35);
    expect(overall({ ...none, sourceQuality: 1 })).toBeCloseTo(0.25);
    expect(overall({ ...none, recency: 1 })).toBeCloseTo(0.15);
    expect(overall({ ...none, consistency: 1 })).toBeCloseTo(0.15);
    expect(overall({ ...none, completeness: 1 })).toBeCloseTo(0.1);
  });

  it.each([
    [0.9, 'very_high'],
    [0.89, 'high'],
    [0.7, 'high'],
    [0.5, 'medium'],
    [0.3, 'low'],
    [0.29, 'very_low'],
    [0, 'very_low'],
  ] as const)('%d is %s', (certainty, level) => {
    expect(levelOf(certainty)).toBe(level);
  });
});

describe('source quality', () => {
  it('goes by kind, and by links where nothing else found the memory', () => {
    expect(sourceQuality('experience', ['lexical'], null)).toBe(0.85);
    expect(sourceQuality('fact', ['semantic', 'graph'], null)).toBe(0.8);
    expect(sourceQuality('strategy', ['semantic'], null)).toBe(0.75);
    expect(sourceQuality('experience', ['graph'], null)).toBe(0.7);
    expect(sourceQuality('decision', ['semantic'], null)).toBe(0.8);
  });

  it('is moved two fifths of the way by what use has taught', () => {
    fc.assert(
      fc.property(share(), (learned) => {
        expect(sourceQuality('fact', ['lexical'], learned)).toBeCloseTo(
          0.6 * 0.8 + 0.4 * learned,
          9,
        );
      }),
    );
  });
});

describe('a fitted chance', () => {
  const model: Logistic<'a' | 'b'> = {
    names: ['a', 'b'],
    mean: [1, 0],
    scale: [2, 1],
    weights: [0.5, -1],
    intercept: 0.25,
  };
  it('is the logistic of the standardised evidence, weighed', () => {
    expect(logOdds(model, { a: 3, b: 2 })).toBeCloseTo(0.25 + 0.5 - 2, 9);
    expect(chance(model, { a: 3, b: 2 })).toBeCloseTo(1 / (1 + Math.exp(1.25)), 9);
  });

  it('stays within what four deviations can do, whatever the evidence', () => {
    const most = 0.25 + 4 * 1.5;
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ noNaN: true }),
        (a, b) => Math.abs(logOdds(model, { a, b })) <= most + 1e-9,
      ),
    );
  });
});
