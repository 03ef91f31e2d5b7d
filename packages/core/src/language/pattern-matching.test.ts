import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAll } from './pattern-matching.js';

describe('matchAll', () => {
  const patterns = [
    /a+/g,
    /\b/g,
    /(?<letter>\p{L})(\d)?/gu,
    /x*/gu,
    /(?:)/g,
    /\s*(?=b|$)/giu,
    /[\u{1F600}-\u{1F64F}]|/gu,
  ];

  it('finds what the built-in way finds, with places and groups, in any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', 'b', 'x', ' ', '1', 'é', '😀', '\ud83d') }),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...patterns), (text, pattern) => {
        expect(matchAll(text, pattern)).toEqual([...text.matchAll(pattern)]);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a pattern that would match for ever', () => {
    expect(() => matchAll('aa', /a/)).toThrow(TypeError);
  });

  it('begins at the start, wherever the pattern was left', () => {
    const pattern = /o/g;
    pattern.lastIndex = 3;
    expect(matchAll('o-o-o', pattern).map(({ index }) => index)).toEqual([0, 2, 4]);
    expect(pattern.lastIndex).toBe(0);
  });
});
