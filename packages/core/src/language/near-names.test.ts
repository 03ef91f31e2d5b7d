import { describe, expect, it } from 'vitest';
import { didYouMean, nearNames } from './string-similarity.js';

describe('names near a mistyped one', () => {
  it.each([
    ['wrok', ['work', 'default', 'home'], ['work']],
    ['Work', ['work', 'world'], ['work']],
    ['notes', ['notes-2025', 'note', 'kitchen'], ['note', 'notes-2025']],
    ['zebra', ['work', 'default'], []],
    ['a', ['b', 'abc'], ['b']],
  ])('%s among %j', (wanted, names, near) => expect(nearNames(wanted, names)).toEqual(near));

  it('are offered in a sentence, or not at all', () => {
    expect(didYouMean('wrok', ['work', 'words'])).toBe('Did you mean work?');
    expect(didYouMean('zebra', ['work'])).toBe('');
  });
});
