import { describe, expect, it } from 'vitest';
import { WordPieces } from './sentence-model.js';

const PIECES = ['▁', 'a', 'b', 'c', '▁a', 'ab', 'bc', 'abc', '▁abc', 'é'];
const SCORES = Float32Array.from([-4, -5, -5, -5, -4.5, -7, -6, -13, -14, -5]);
const words = new WordPieces(PIECES, SCORES);
const cut = (text: string): string[] =>
  words.encode(text).map((number) => (number === 0 ? '?' : (PIECES[number - 6] ?? '')));

describe('WordPieces', () => {
  it('cuts a text so that the scores of its pieces sum highest', () => {
    expect(cut('abc')).toEqual(['▁a', 'bc']);
    expect(cut('ab c')).toEqual(['▁a', 'b', '▁', 'c']);
  });

  it('finds the best cut of all there are', () => {
    const best = (text: string): number => {
      if (text === '') return 0;
      return Math.max(
        ...PIECES.map((piece, at) =>
          text.startsWith(piece) ? (SCORES[at] ?? 0) + best(text.slice(piece.length)) : -Infinity,
        ),
      );
    };
    for (const text of ['abcabc', 'bcab', 'cabab', 'aabbcc', 'abcbabca']) {
      const sum = words.encode(text).reduce((all, number) => all + (SCORES[number - 6] ?? 0), 0);
      expect(sum).toBe(best(`▁${text}`));
      expect(cut(text).join('')).toBe(`▁${text}`);
    }
  });

  it('has one number for several unknown characters in a row, an emoji too', () => {
    expect(cut('a😀😀漢b')).toEqual(['▁a', '?', 'b']);
    expect(cut('\ud83d')).toEqual(['▁', '?']);
  });

  it('composes accents before it looks for pieces', () => {
    expect(cut('e\u0301')).toEqual(['▁', 'é']);
  });

  it('makes nothing of nothing', () => {
    expect(cut('')).toEqual([]);
  });
});
