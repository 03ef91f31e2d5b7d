import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from './segmentation.js';

const split = (text: string) => sentences(text).map((sentence) => sentence.text);

it('takes ordinals for what they are', () => {
  expect(sentences('Starting June 1st. Then we see.').map(({ text }) => text)).toHaveLength(2);
  expect(sentences('Am 1. Juli fange ich an.').map(({ text }) => text)).toHaveLength(1);
});

describe('sentences', () => {
  it.each([
    [
      'Mr. Smith went to Washington. He saw e.g. the U.S. Army.',
      ['Mr. Smith went to Washington.', 'He saw e.g. the U.S. Army.'],
    ],
    [
      'It cost 3.50 dollars... and more. Wow!! Really?',
      ['It cost 3.50 dollars... and more.', 'Wow!!', 'Really?'],
    ],
    [
      'J. R. R. Tolkien wrote it. See you at 5 p.m. Bring food etc. and wine.',
      ['J. R. R. Tolkien wrote it.', 'See you at 5 p.m.', 'Bring food etc. and wine.'],
    ],
    ['- one\n- two\n\nHello there', ['- one', '- two', 'Hello there']],
    ['1. First item\n2. Second item', ['1. First item', '2. Second item']],
    [
      'He said "Stop!" and left. Fine…  Then I went',
      ['He said "Stop!" and left.', 'Fine…', 'Then I went'],
    ],
    ['我去了北京。很好！你呢？', ['我去了北京。', '很好！', '你呢？']],
    [
      'Run this:\n```js\nconst a = 1. b\n```\nThen stop.',
      ['Run this:', '```js\nconst a = 1. b\n```', 'Then stop.'],
    ],
    [
      'A line as long as this one, which an editor has broken by itself,\ngoes on here.',
      ['A line as long as this one, which an editor has broken by itself,\ngoes on here.'],
    ],
    ['  ', []],
  ])('%j', (text, expected) => expect(split(text)).toEqual(expected));

  it('loses nothing but space, and keeps order', () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          'a',
          'Mr',
          '.',
          '...',
          '!',
          '?"',
          '\n',
          ' ',
          '```',
          '。',
          '- ',
          'B',
          '3',
          '😀',
          '\r\n',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (text) => {
        const found = sentences(text);
        let last = 0;
        for (const { text: sentence, start, end } of found) {
          expect(text.slice(start, end)).toBe(sentence);
          expect(text.slice(last, start)).toMatch(/^\s*$/);
          last = end;
        }
        expect(text.slice(last)).toMatch(/^\s*$/);
      }),
    );
  });

  it('reads the longest texts through', () => {
    for (const part of [' ', '\n', '.', 'e.g. ', 'a', '```', '"', '- '])
      expect(
        sentences(part.repeat(Math.floor(65_536 / part.length))).length,
      ).toBeGreaterThanOrEqual(0);
  });
});
