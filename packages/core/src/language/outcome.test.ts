import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutcome } from './judgements.js';

describe('how something went', () => {
  it.each([
    ['We deployed on Friday and it broke again.', 'badly'],
    ['That worked, thanks!', 'well'],
    ['Canary first, then the rest. Smooth, zero errors.', 'well'],
    ['It did not work at all, so we rolled back.', 'badly'],
    ['No problems this time.', 'well'],
    ['The first batch failed. The second one was perfect.', 'mixed'],
    ['I like the sea.', null],
    ['Did it fail?', null],
    ['If it breaks we can restore it.', null],
    ['That would fail.', null],
    ['', null],
  ])('%s: %s', (text, outcome) => {
    expect(readOutcome(text)).toBe(outcome);
  });

  it('reads any text without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect([null, 'well', 'badly', 'mixed']).toContain(readOutcome(text));
      }),
    );
  });
});
