import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '../stem.js';
import { codeTranslations, readTranslations } from './code-reader.js';

describe('translations of documentation into code', () => {
  const translations = codeTranslations();
  const stemmer = createStemmer();
  const of = (word: string): string[] => translations(stemmer(word, 'en')).map(({ term }) => term);

  it('knows what code says for what documentation says', () => {
    expect(of('remove')).toContain(stemmer('delete', 'en'));
    expect(of('remove')).toContain('pop');
    expect(of('list')).toContain('append');
    expect(of('qwertyuiop')).toEqual([]);
  });

  it('gives strengths of more than 0 up to 1, the strongest first, and never the word itself', () => {
    for (const word of ['file', 'return', 'check', 'random', 'default', 'sort']) {
      const stem = stemmer(word, 'en');
      const found = translations(stem);
      expect(found.length).toBeGreaterThan(0);
      expect(found.map(({ strength }) => strength)).toEqual(
        found.map(({ strength }) => strength).sort((a, b) => b - a),
      );
      for (const { term, strength } of found) {
        expect(term).not.toBe(stem);
        expect(strength).toBeGreaterThan(0);
        expect(strength).toBeLessThanOrEqual(1);
      }
    }
  });

  it('reads back what was written, whatever the words', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(
        fc.dictionary(
          word,
          fc.array(fc.tuple(word, fc.integer({ min: 1, max: 100 })), {
            minLength: 1,
            maxLength: 4,
          }),
        ),
        (table) => {
          const text = Object.entries(table)
            .map(
              ([stem, list]) =>
                `${stem} ${list.map(([other, hundredths]) => `${other}:${hundredths}`).join(' ')}`,
            )
            .join('; ');
          expect(readTranslations(text)).toEqual(
            new Map(
              Object.entries(table).map(([stem, list]) => [
                stem,
                list.map(([term, hundredths]) => ({ term, strength: hundredths / 100 })),
              ]),
            ),
          );
        },
      ),
    );
  });
});
