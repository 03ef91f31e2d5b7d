import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageOverlap, phaseOf } from './learning-score.js';

const ranking = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });

describe('average overlap', () => {
  it('is 1 for equal rankings, 0 for disjoint ones, between them else, and the same from both sides', () => {
    fc.assert(
      fc.property(ranking, ranking, (a, b) => {
        const overlap = averageOverlap(a, b);
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
        expect(overlap).toBeCloseTo(averageOverlap(b, a), 12);
        expect(averageOverlap(a, a)).toBeCloseTo(1, 12);
        if (a.length > 0 && b.length > 0 && !a.some((each) => b.includes(each)))
          expect(overlap).toBe(0);
      }),
    );
  });

  it('counts the top most', () => {
    expect(averageOverlap(['a', 'b', 'c'], ['b', 'a', 'c'])).toBeCloseTo((0 + 1 + 1) / 3);
    expect(averageOverlap(['a', 'b', 'c'], ['a', 'c', 'b'])).toBeCloseTo((1 + 0.5 + 1) / 3);
  });
});

describe('the phase', () => {
  it('is none where the spaces agree or there is only one, and a quarter turn where they share nothing', () => {
    expect(phaseOf([['a', 'b']])).toMatchObject({ agreement: 1, phi: 0, state: 'coherent' });
    expect(phaseOf([])).toMatchObject({ agreement: 1, phi: 0 });
    expect(
      phaseOf([
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ]),
    ).toMatchObject({ agreement: 1, phi: 0 });
    const apart = phaseOf([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(apart).toMatchObject({ agreement: 0, state: 'fragmented' });
    expect(apart.phi).toBeCloseTo(Math.PI / 2);
  });

  it('has the agreement as its cosine', () => {
    fc.assert(
      fc.property(fc.array(ranking, { maxLength: 5 }), (rankings) => {
        const { agreement, phi } = phaseOf(rankings);
        expect(Math.cos(phi)).toBeCloseTo(agreement, 9);
        expect(phi).toBeLessThanOrEqual(Math.PI / 2);
      }),
    );
  });

  it('is partial in between', () => {
    expect(
      phaseOf([
        ['a', 'b', 'c'],
        ['a', 'c', 'd'],
      ]).state,
    ).toBe('partial');
  });
});
