import { describe, expect, it } from 'vitest';
import { asksForInformation, isSearchPhrase } from './segmentation.js';

describe('whether a text asks to know', () => {
  it.each([
    'Where does Felix work?',
    'where does Felix work',
    'Wo wohnt Jonas',
    '姉はどこに住んでいますか？',
  ])('a question does: %s', (text) => expect(asksForInformation(text)).toBe(true));

  it.each(['Plan my week from tomorrow.', 'Write to the Larks', 'Biscuit', ''])(
    'a request, or a subject, does not: %s',
    (text) => expect(asksForInformation(text)).toBe(false),
  );
});

describe('a search phrase', () => {
  it.each([
    'upload chunk size',
    'staging database',
    'kubernetes version',
    'Priya drink preference',
  ])('is a few keywords: %s', (text) => expect(isSearchPhrase(text)).toBe(true));
  it.each([
    'thanks',
    'Great, thanks!',
    'see you tomorrow',
    'I walked the dog',
    'The upload chunk size is 8 MB.',
    'one two three four five six seven',
    `${'-'.repeat(50_000)} a`,
  ])('is neither a word nor a sentence: %.40s', (text) => expect(isSearchPhrase(text)).toBe(false));
});
