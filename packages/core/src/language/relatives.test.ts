import { describe, expect, it } from 'vitest';
import { createRelatives, createStemmer } from './stem.js';
import { readLexicon, SYNONYMS, TOPICS } from './lexicon.js';

const stemmer = createStemmer();
const relatives = createRelatives(stemmer);
const strength = (one: string, other: string) =>
  relatives(stemmer(one, 'en')).find(({ stem }) => stem === stemmer(other, 'en'))?.strength;

describe('createRelatives', () => {
  it('gives synonyms in full and words of a topic in part', () => {
    expect(strength('mom', 'mother')).toBe(1);
    expect(strength('mums', 'mother')).toBe(1);
    const ofTopic = strength('garden', 'soil') ?? 0;
    expect(ofTopic > 0 && ofTopic < 1).toBe(true);
  });

  it('relates both ways and never a word to itself', () => {
    for (const word of new Set([...readLexicon(SYNONYMS), ...readLexicon(TOPICS)].flat())) {
      const stem = stemmer(word, 'en');
      for (const relative of relatives(stem)) {
        expect(relative.stem).not.toBe(stem);
        expect(
          relatives(relative.stem).find((back) => back.stem === stem)?.strength,
          `${word}, ${relative.stem}`,
        ).toBe(relative.strength);
      }
    }
  });

  it('knows none of an unknown word', () => expect(relatives('zorblax')).toEqual([]));
});

describe('readLexicon', () => {
  it('leaves headings and blank lines out', () =>
    expect(readLexicon('\n# heading\n a b \n\nc\n')).toEqual([['a', 'b'], ['c']]));
});
