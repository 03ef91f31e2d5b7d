import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spearman } from './rank-correlation.js';

describe('Spearman’s rank correlation', () => {
  it('is what it is by hand, ties at their mean rank', () => {
    // Ranks 0 1.5 1.5 3 and 0 1 2 3: covariance 4.5, variances 4.5 and 5.
    expect(spearman([1, 2, 2, 7], [10, 20, 30, 40])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 10);
    expect(spearman([1, 2, 3], [9, 4, 1])).toBe(-1);
    expect(spearman([1, 1, 1], [1, 2, 3])).toBe(0);
    expect(spearman([], [])).toBe(0);
  });

  it('asks for order alone', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 30 }),
        (values) => {
          expect(
            spearman(
              values,
              values.map((value) => Math.exp(value / 200)),
            ),
          ).toBeCloseTo(1, 10);
        },
      ),
    );
  });
});
