import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from './segmentation.js';

const told = (text: string) => words(text).map((word) => word.text);

describe('words', () => {
  it.each([
    ["Don't stop, O’Neill’s here!", ["don't", 'stop', "o'neill's", 'here']],
    ['state-of-the-art', ['state', 'of', 'the', 'art']],
    ['I ❤️ it 😀!', ['i', 'it']],
    ['1️⃣ cat', ['1', 'cat']],
    ['漢️字️', ['漢字']],
    ['3.14 at 10:30, v2.10.3.', ['3.14', 'at', '10:30', 'v2.10.3']],
    ['snake_case', ['snake_case']],
    ['ＡＢＣ ﬁne Straße', ['abc', 'fine', 'straße']],
    ['e\u0301te\u0301', ['\u00e9t\u00e9']],
    ['東京に行った', ['東京', '京に', 'に行', '行っ', 'った']],
    ['漢', ['漢']],
    ['ไปตลาด', ['ไป', 'ปต', 'ตล', 'ลา', 'าด']],
    ['スーパー', ['スー', 'ーパ', 'パー']],
    ['我爱Apple电脑', ['我爱', 'apple', '电脑']],
    ['iPhone15で写真', ['iphone15', 'で写', '写真']],
    ['안녕하세요 세계', ['안녕하세요', '세계']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['', []],
    ['?! … — 🎉', []],
  ])('%j', (text, expected) => expect(told(text)).toEqual(expected));

  it('points at the original text', () => {
    const text = '🎉 Ｚoë’s 漢字 café';
    expect(words(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Ｚoë’s',
      '漢字',
      'café',
    ]);
  });

  it('gives words in order, each with a length and none of space', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'a',
          "'",
          '’',
          '漢',
          'カ',
          'ー',
          'ท',
          '́',
          '1',
          '.',
          ' ',
          '_',
          '😀',
          '️',
          'é',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (text) => {
        let last = 0;
        for (const { text: word, start, end } of words(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(word).toMatch(/^\S+$/u);
          last = start;
        }
      }),
    );
  });

  it('finds the same words in either case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abcxyz'3. -_") }), (text) => {
        expect(told(text.toUpperCase())).toEqual(told(text));
      }),
    );
  });

  it('reads the longest texts through', () => {
    const fill = (part: string) => words(part.repeat(Math.floor(65_536 / part.length))).length;
    expect([fill('a'), fill("a'"), fill('1.'), fill('_')]).toEqual([1, 1, 1, 1]);
    expect(fill('漢')).toBe(65_535);
    expect(fill('a 漢 ')).toBe(32_768);
    expect(fill('😀')).toBe(0);
    expect(fill('́')).toBe(0);
  });
});
