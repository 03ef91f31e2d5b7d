import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from './stem.js';

const stemmer = createStemmer();
const stem = (word: string, language = 'en') => stemmer(word, language);

describe('createStemmer', () => {
  it.each([
    ['adopt', 'adopted', 'adopting', 'adoption', 'adoptions'],
    ['act', 'acting', 'action', 'actions'],
    ['collect', 'collected', 'collection'],
    ['educate', 'educated', 'education'],
    ['celebrate', 'celebrated', 'celebration', 'celebrations'],
    ['produce', 'produced', 'production'],
    ['mention', 'mentioned', 'mentions'],
    ['question', 'questioned', 'questions'],
    ['go', 'goes', 'went', 'gone'],
    ['child', 'children', "children's", 'kids'],
    ['teach', 'taught', 'teaching'],
    ['wife', 'wives', "wife's"],
    // Of its two base forms, "live" is asked about far more often than "life".
    ['live', 'lives', 'lived', 'living'],
    ['run', 'ran', 'running', 'runs'],
    ['color', 'colour', 'colours', 'coloured'],
    ['organize', 'organise', 'organised', 'organising'],
    ['neighbor', 'neighbour', 'neighbours', "neighbour's"],
    ['mom', 'mum', "mum's", 'moms'],
    ['melanie', "melanie's"],
  ])('%s and its forms meet', (...forms) =>
    expect(new Set(forms.map((form) => stem(form))).size).toBe(1),
  );

  it.each([
    ['mention', 'ment'],
    ['station', 'stat'],
    ['question', 'quest'],
    ['left', 'leave'],
    ['found', 'find'],
    ['nation', 'nat'],
    ['lives', 'life'],
  ])('%s and %s stay apart', (one, other) => expect(stem(one)).not.toBe(stem(other)));

  it.each([
    ['de', 'häuser', 'haus'],
    ['fr', 'maisons', 'maison'],
    ['es', 'gatos', 'gato'],
    ['ru', 'книги', 'книга'],
    ['it', 'gatti', 'gatto'],
    ['sv', 'bilar', 'bil'],
  ])('%s: %s and %s meet', (language, one, other) =>
    expect(stem(one, language)).toBe(stem(other, language)),
  );

  it('leaves words of a language without a stemmer alone', () => {
    expect(stem('東京', 'ja')).toBe('東京');
    expect(stem('running', 'xx')).toBe('running');
    expect(stem('running', 'constructor')).toBe('running');
  });

  it('takes a possessive and its apostrophe off', () => {
    expect(stem("o'neill's")).toBe('oneil');
    expect(stem("'")).toBe('');
  });

  it('always gives the same stem for the same word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('en', 'de', 'ru', 'ja'),
        (word, language) => {
          expect(createStemmer()(word, language)).toBe(stem(word, language));
        },
      ),
    );
  });

  it('leaves a word alone at which the stemmer of its language fails', () => {
    expect(createStemmer()('съседи', 'bg')).toBe('съседи');
  });
});
