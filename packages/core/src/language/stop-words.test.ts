import { describe, expect, it } from 'vitest';
import { asksToKnow } from './stop-words.js';

describe('whether a text asks to know', () => {
  it.each([
    'Where does Felix work?',
    'where does Felix work',
    'Wo wohnt Jonas',
    '姉はどこに住んでいますか？',
  ])('a question does: %s', (text) => expect(asksToKnow(text)).toBe(true));

  it.each(['Plan my week from tomorrow.', 'Write to the Larks', 'Biscuit', ''])(
    'a request, or a subject, does not: %s',
    (text) => expect(asksToKnow(text)).toBe(false),
  );
});
