import { describe, expect, it } from 'vitest';
import { COMMON_WORDS } from '../language/names/gazetteer.js';
import { editDistance } from '../language/string-similarity.js';
import { Vocabulary } from './vocabulary.js';

const COMMON = [...COMMON_WORDS].filter((word) => /^[a-z]{4,}$/.test(word));

/** Every misspelling of a word with two letters transposed or one missing. */
function mistyped(word: string): string[] {
  const places = Array.from({ length: word.length - 1 }, (_, at) => at);
  return [
    ...places.map(
      (at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    ),
    ...places.map((at) => word.slice(0, at) + word.slice(at + 1)),
  ].filter((typed) => typed !== word);
}

describe('the vocabulary', () => {
  it('has the word meant among the nearest, for every transposed or missing letter', () => {
    const vocabulary = new Vocabulary().follow(COMMON);
    let asked = 0;
    let found = 0;
    for (const [number, word] of COMMON.entries()) {
      if (number % 5 > 0) continue;
      for (const typed of mistyped(word)) {
        asked++;
        if (
          vocabulary
            .nearest({ word: typed, forms: [], edits: 2 }, 16)
            .some((near) => near.number === number)
        )
          found++;
      }
    }
    expect(asked).toBeGreaterThan(2_000);
    expect(found / asked).toBeGreaterThan(0.99);
  });

  it('gives the most alike first, and nothing that so few edits cannot make', () => {
    const vocabulary = new Vocabulary().follow(COMMON);
    const near = vocabulary.nearest({ word: 'strenght', forms: [], edits: 2 }, 8);
    expect(near.map(({ similarity }) => similarity)).toEqual(
      near.map(({ similarity }) => similarity).sort((a, b) => b - a),
    );
    expect(vocabulary.folded(near[0]?.number ?? -1)).toBe('strength');
    expect(
      near.every(({ number }) => editDistance(vocabulary.folded(number), 'strenght', 9) < 7),
    ).toBe(true);
  });

  it('finds a stem by a word with its ending', () => {
    const vocabulary = new Vocabulary().follow(['restaur', 'restor', 'rest']);
    expect(
      vocabulary
        .nearest({ word: 'restuarant', forms: ['restuar'], edits: 2 }, 1)
        .map(({ number }) => number),
    ).toEqual([0]);
  });

  it('compares without accents', () => {
    const vocabulary = new Vocabulary().follow(['café', 'straße', 'münchen']);
    for (const [number, word] of ['cafe', 'strasse', 'munchen'].entries())
      expect(vocabulary.nearest({ word, forms: [], edits: 0 }, 1)).toEqual([
        { number, similarity: 1 },
      ]);
  });

  it('follows a growing list, and answers as one that was filled at once', () => {
    const growing = new Vocabulary().follow(COMMON.slice(0, 100));
    growing.nearest({ word: 'comlpete', forms: [], edits: 2 }, 4);
    growing.follow(COMMON);
    const whole = new Vocabulary().follow(COMMON);
    for (const word of ['comlpete', 'diferent', 'srtange'])
      expect(growing.nearest({ word, forms: [], edits: 2 }, 8)).toEqual(
        whole.nearest({ word, forms: [], edits: 2 }, 8),
      );
    expect(growing.size).toBe(COMMON.length);
  });

  it('gives nothing of an empty one', () => {
    expect(new Vocabulary().nearest({ word: 'anything', forms: [], edits: 2 }, 8)).toEqual([]);
  });
});
