import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignmentLevel, overallAlignment } from './space.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
describe('the overall alignment', () => {
  it('lies between the least and the most of the spaces that are there', () => {
    fc.assert(
      fc.property(fc.array(fc.option(unit), { minLength: 12, maxLength: 12 }), (vector) => {
        const present = vector.filter((value) => value !== null);
        const overall = overallAlignment(vector);
        if (present.length === 0) expect(overall).toBeNull();
        else {
          expect(overall).toBeGreaterThanOrEqual(Math.min(...present) - 1e-9);
          expect(overall).toBeLessThanOrEqual(Math.max(...present) + 1e-9);
        }
      }),
    );
  });
});

it('levels begin exactly where they are said to', () => {
  expect([1, 0.75, 0.7499, 0.7, 0.6999, 0.55, 0.5499, 0].map(alignmentLevel)).toEqual([
    'optimal',
    'optimal',
    'acceptable',
    'acceptable',
    'warning',
    'warning',
    'critical',
    'critical',
  ]);
});
