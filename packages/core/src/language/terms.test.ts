import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFrameWord, isLightWord, isStopWord, STOP_WORDS } from './segmentation.js';
import { createStemmer } from './stem.js';
import { contentTerms, identifierParts } from './terms.js';

const stemmer = createStemmer();
const terms = (text: string, language = 'en') => contentTerms(text, language, stemmer);

describe('contentTerms', () => {
  it.each([
    ['The cats sat on the mat', ['cat', 'sit', 'mat']],
    ["I'm not sure what you've got", ['sure']],
    ['getUserName', ['getusername', 'user', 'name']],
    ['fetch_user_data()', ['fetchuserdata', 'fetch', 'user', 'data']],
    ['XMLHttpRequest', ['xmlhttprequest', 'xml', 'http', 'request']],
    ['MAX_RETRIES', ['maxretries', 'max', 'retri']],
    ['in the of and', []],
    ['🎉🎉', ['🎉', '🎉']],
    ['Kilns 👍🏽 ❤️', ['kiln', '👍', '❤']],
    ['🇩🇪 © 👩‍💻 →', ['🇩🇪', '👩', '💻']],
    ['', []],
  ])('%j', (text, expected) => expect(terms(text)).toEqual(expected));

  it('goes by the language', () => {
    expect(terms('Der Hund und die Katze', 'de')).toEqual(['hund', 'katz']);
    expect(terms('le chat et les maisons', 'fr')).toEqual(['chat', 'maison']);
    expect(terms('東京', 'ja')).toEqual(['東京']);
  });

  it('gives no empty term and no stop word as it stands', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .array(fc.constantFrom('the', 'aB', '_', 'a_b', "'", "it's", 'Dogs', '.', ' '), {
              maxLength: 12,
            })
            .map((parts) => parts.join(' ')),
        ),
        (text) => {
          expect(terms(text).filter((term) => term === '')).toEqual([]);
        },
      ),
    );
    for (const word of STOP_WORDS['en'] ?? []) expect(terms(word), word).toEqual([]);
  });
});

describe('identifierParts', () => {
  it.each([
    ['parseJSONBody2Text', ['parse', 'json', 'body2', 'text']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['HTMLElement', ['html', 'element']],
    ['x_y', []],
  ])('%s', (identifier, parts) => expect(identifierParts(identifier)).toEqual(parts));
});

describe('word lists', () => {
  it('know function words by language', () => {
    expect(isStopWord('the', 'en') && isStopWord('und', 'de') && isStopWord('les', 'fr')).toBe(
      true,
    );
    expect(
      isStopWord('boat', 'en') ||
        isStopWord('the', 'ja') ||
        isStopWord('constructor', 'constructor'),
    ).toBe(false);
  });

  it('know the stems of light words and of words that frame a question', () => {
    for (const word of [
      'really',
      'actually',
      'basically',
      'literally',
      'pretty',
      'well',
      'wow',
      'very',
      'okay',
      'please',
    ])
      expect(isLightWord(stemmer(word, 'en')), word).toBe(true);
    for (const word of [
      'kinds',
      'started',
      'began',
      'decided',
      'mentioned',
      'described',
      'activities',
      'attended',
      'participated',
      'recently',
      'usually',
      'years',
      'days',
      'said',
      'ways',
      'used',
      'remembered',
      'particularly',
    ])
      expect(isFrameWord(stemmer(word, 'en')), word).toBe(true);
    for (const word of ['boat', 'sister', 'adoption'])
      expect(isLightWord(stemmer(word, 'en')) || isFrameWord(stemmer(word, 'en')), word).toBe(
        false,
      );
  });
});
