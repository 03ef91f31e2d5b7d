import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, editDistanceToPrefix } from './string-similarity.js';

const word = fc.stringMatching(/^[a-d]{0,9}$/);

describe('the edit distance', () => {
  it.each([
    ['kitchen', 'kitchne', 1],
    ['kitchen', 'kichen', 1],
    ['kitchen', 'kittchen', 1],
    ['kitchen', 'kutchen', 1],
    ['restaurant', 'restuarnat', 2],
    ['john', 'john', 0],
    ['ca', 'abc', 3],
    ['abcd', 'dcba', 3],
  ])('of %s and %s is %i', (a, b, distance) => {
    expect(editDistance(a, b, 9)).toBe(distance);
    expect(editDistance(b, a, 9)).toBe(distance);
  });

  it('stops above the limit, and says no less', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(limit + 1, editDistance(a, b, 20)));
      }),
    );
  });

  it('to the nearest beginning is the least to any beginning', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const least = Math.min(
          ...Array.from({ length: b.length + 1 }, (_, end) => editDistance(a, b.slice(0, end), 20)),
        );
        expect(editDistanceToPrefix(a, b, 20)).toBe(least);
      }),
    );
  });
});
