import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../packages/core/src/language/string-similarity.js';
import { seededRandom } from './loaded-bank.js';
import { withTypingErrors } from './typing-errors.js';

const QUESTION = "When did Caroline's friend go to the café?";

describe('typing errors', () => {
  it('are so many edits at most, always at least one, and nowhere but in letters', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const once = withTypingErrors(QUESTION, 1, seededRandom(seed));
        expect(editDistance(once.toLowerCase(), QUESTION.toLowerCase(), 9)).toBe(1);
        const twice = withTypingErrors(QUESTION, 2, seededRandom(seed));
        expect(twice.replace(/\p{L}/gu, '')).toBe(QUESTION.replace(/\p{L}/gu, ''));
      }),
    );
  });

  it('are the same for the same seed and others for another', () => {
    expect(withTypingErrors(QUESTION, 2, seededRandom(5))).toBe(
      withTypingErrors(QUESTION, 2, seededRandom(5)),
    );
    expect(
      new Set(
        Array.from({ length: 20 }, (_, seed) => withTypingErrors(QUESTION, 2, seededRandom(seed))),
      ).size,
    ).toBeGreaterThan(15);
  });

  it('leave a text without letters alone', () => {
    expect(withTypingErrors('12 + 34?', 2, seededRandom(1))).toBe('12 + 34?');
  });
});
