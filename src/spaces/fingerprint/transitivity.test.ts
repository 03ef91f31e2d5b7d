import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine } from '../dense-vector.js';
import { looseTransitiveBound, transitiveBound } from './transitivity.js';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 })
  .filter((values) => Math.hypot(...values) > 0.01);
/** Near ±1 a cosine has half its digits left. */
const ROUNDING = 1e-6;
const cosines = fc.double({ min: -1, max: 1, noNaN: true });

describe('the transitive bound', () => {
  it('holds for any three vectors', () => {
    fc.assert(
      fc.property(vector, vector, vector, (u, v, w) => {
        expect(cosine(u, w)).toBeGreaterThanOrEqual(
          transitiveBound(cosine(u, v), cosine(v, w)) - ROUNDING,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('holds, too, where the cosines are more than is asked', () => {
    fc.assert(
      fc.property(
        vector,
        vector,
        vector,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (u, v, w, less) => {
          const [a, b] = [cosine(u, v) - less * (cosine(u, v) + 1), cosine(v, w)];
          expect(cosine(u, w)).toBeGreaterThanOrEqual(transitiveBound(a, b) - ROUNDING);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is met by vectors in one plane, so nothing larger would hold', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: Math.PI / 2, noNaN: true }),
        fc.double({ min: 0, max: Math.PI / 2 - 0.01, noNaN: true }),
        (alpha, beta) => {
          expect(transitiveBound(Math.cos(alpha), Math.cos(beta))).toBeCloseTo(
            Math.cos(alpha + beta),
            6,
          );
        },
      ),
    );
  });

  it('is never below the loose one, and equals it where both cosines are the same', () => {
    fc.assert(
      fc.property(cosines, cosines, (a, b) => {
        expect(looseTransitiveBound(a, b)).toBeLessThanOrEqual(transitiveBound(a, b) + 1e-9);
        expect(looseTransitiveBound(a, a)).toBeCloseTo(transitiveBound(a, a), 9);
      }),
    );
  });

  it('says nothing of opposites', () => {
    expect(transitiveBound(-0.9, -0.9)).toBe(-1);
    expect(looseTransitiveBound(-0.9, -0.9)).toBe(-1);
  });
});
