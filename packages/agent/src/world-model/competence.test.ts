import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilson } from '@mneme/core/domain/world-model.js';
import { betaCdf, betaQuantile } from './competence.js';

const shape = fc.double({ min: 0.5, max: 500, noNaN: true });
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });

describe('the incomplete beta function', () => {
  it.each([
    // Closed forms: I_x(a, 1) = x^a, I_x(1, b) = 1 − (1 − x)^b, I_x(½, ½) = 2/π·asin √x; I_0.5(a, a) = ½; DLMF 8.17.
    [0.3, 3, 1, 0.027],
    [0.3, 1, 3, 1 - 0.7 ** 3],
    [0.25, 0.5, 0.5, (2 / Math.PI) * Math.asin(0.5)],
    [0.5, 40, 40, 0.5],
    // P(Binomial(4, 0.4) ≥ 2).
    [0.4, 2, 3, 0.5248],
  ])('I_%f(%f, %f) = %f', (x, a, b, value) => {
    expect(betaCdf(x, a, b)).toBeCloseTo(value, 12);
  });

  it('mirrors, rises, and obeys its recurrence', () => {
    fc.assert(
      fc.property(shape, shape, share, share, (a, b, x, y) => {
        expect(betaCdf(x, a, b)).toBeCloseTo(1 - betaCdf(1 - x, b, a), 10);
        expect(betaCdf(Math.min(x, y), a, b)).toBeLessThanOrEqual(
          betaCdf(Math.max(x, y), a, b) + 1e-12,
        );
        // DLMF 8.17.18.
        expect(betaCdf(x, a + 1, b + 1)).toBeCloseTo(
          x * betaCdf(x, a, b + 1) + (1 - x) * betaCdf(x, a + 1, b),
          9,
        );
      }),
    );
  });

  it('is undone by its quantile', () => {
    fc.assert(
      fc.property(shape, shape, share, (a, b, p) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 6);
      }),
    );
  });
});

describe('the score interval', () => {
  it('is that of Wilson, holds the share, and is all before the first', () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
    const [low, high] = wilson(7, 7);
    expect(low).toBeCloseTo(0.6457, 4);
    expect(high).toBe(1);
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (hits, misses) => {
        fc.pre(hits + misses > 0);
        const [from, to] = wilson(hits, hits + misses);
        const at = hits / (hits + misses);
        expect(from).toBeLessThanOrEqual(at + 1e-12);
        expect(to).toBeGreaterThanOrEqual(at - 1e-12);
      }),
    );
  });
});
