import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from './stem.js';
import { contentTerms, indexTerms } from './terms.js';
import { codeSynonyms, splitIdentifier } from './code/code-reader.js';

const stemmer = createStemmer();

describe('an identifier', () => {
  it.each([
    ['getUserName', ['get', 'user', 'name']],
    ['parseHTTPHeader', ['parse', 'http', 'header']],
    ['MAX_RETRY_COUNT', ['max', 'retry', 'count']],
    ['__init__', ['init']],
    ['utf8ToStr', ['utf', '8', 'to', 'str']],
    ['kebab-case', ['kebab', 'case']],
    ['isfile', ['is', 'file']],
    ['größeÄndern', ['größe', 'ändern']],
    ['_', []],
  ])('%s splits into its words', (identifier, words) => {
    expect(splitIdentifier(identifier)).toEqual(words);
  });

  it('loses no letter, however it is written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z_]{1,30}$/), (identifier) => {
        const letters = splitIdentifier(identifier).join('');
        // Words of the standard libraries are expanded; all others keep every letter.
        if (letters.length === identifier.replace(/_/g, '').length)
          expect(letters).toBe(identifier.replace(/_/g, '').toLowerCase());
        else expect(splitIdentifier(identifier).length).toBeGreaterThan(1);
      }),
    );
  });
});

describe('what an index keeps', () => {
  it('of prose is its content words, as ever', () => {
    for (const text of [
      'Anna adopted a greyhound in May.',
      'Die Katze schläft auf dem Sofa.',
      'Call getUserName first.',
    ]) {
      const terms = contentTerms(text, 'en', stemmer);
      expect(indexTerms(text, 'en', stemmer)).toMatchObject({
        terms,
        passages: [{ start: 0, end: text.length, terms }],
        code: false,
        prose: { text },
      });
    }
  });

  it('of code is identifiers whole, in parts, and the full word of what is cut short', () => {
    const { terms, code } = indexTerms(
      '```js\nconst cfgPath = readFile(dir);\n```\nIt loads the settings.',
      'en',
      stemmer,
    );
    expect(code).toBe(true);
    expect(terms).toEqual(expect.arrayContaining(['cfgpath', 'readfile']));
    for (const word of ['cfg', 'configuration', 'path', 'file', 'directory', 'settings'])
      expect(terms).toContain(stemmer(word, 'en'));
  });
});

describe('what an index keeps of a long text', () => {
  it('is its words by passage, code with the passage it stands in', () => {
    const prose = 'The kiln was opened on a Tuesday and everybody came to look. '.repeat(30);
    const { terms, passages } = indexTerms(
      `${prose}\n\n\`\`\`js\nconst cfgPath = readFile(dir);\n\`\`\`\n\n${prose}`,
      'en',
      stemmer,
    );
    expect(passages.length).toBeGreaterThan(4);
    expect(passages.flatMap((passage) => passage.terms)).toEqual(terms);
    expect(passages.filter((passage) => passage.terms.includes('cfgpath'))).toHaveLength(1);
  });
});

describe('synonyms of programming', () => {
  it('hold both ways and leave the word itself out', () => {
    const synonyms = codeSynonyms(stemmer);
    const list = stemmer('list', 'en');
    expect(synonyms(list)).toContain(stemmer('array', 'en'));
    expect(synonyms(stemmer('array', 'en'))).toContain(list);
    expect(synonyms(list)).not.toContain(list);
    expect(synonyms('marmalade')).toEqual([]);
  });
});
