import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings } from '../../../indexes/postings.js';
import { CODE_ROLES, type CodeRole } from '../../../language/code/code-reading.js';
import { wordHash, type CodeWord } from '../../../spaces/e07-code.js';
import { CODE_FEATURES, codeFeatures } from './code-features.js';
import { type CodeCandidate, type CodeQuestion, readCodeQuestion } from './code-match.js';
import { CodeVocabulary } from './code-vocabulary.js';

type Sketch = Partial<Record<CodeRole, string>>;

function candidate(sketch: Sketch, bm25 = 0.5): CodeCandidate {
  const words = CODE_ROLES.flatMap((role): CodeWord[] => {
    const counts = new Map<string, number>();
    for (const word of (sketch[role] ?? '').split(' ').filter((each) => each !== ''))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return [...counts].map(([word, count]) => ({ hash: wordHash(word), role, count }));
  });
  return {
    code: { vector: new Int8Array(0), words },
    bm25,
    reached: 0.2,
    cosine: 0.3,
    codeCosine: 0.3,
    associates: 0,
    pairs: 0,
    relatives: 0,
    cites: 0,
  };
}

const wordsIn = (sketch: Sketch): string[] =>
  Object.values(sketch)
    .join(' ')
    .split(' ')
    .filter((word) => word !== '');

function bank(sketches: readonly Sketch[]): Postings {
  const postings = new Postings();
  for (const sketch of sketches) postings.add(wordsIn(sketch));
  return postings;
}

function ask(
  text: string,
  postings: Postings,
  cited: readonly (readonly string[])[] = [],
): CodeQuestion {
  const words = text.split(' ');
  return readCodeQuestion(new Map(words.map((word) => [word, word === 'python'])), words, {
    vocabulary: CodeVocabulary.of(postings),
    size: postings.size,
    isIndexed: (term) => postings.numberOf(term) >= 0,
    synonyms: (stem) => (stem === 'remove' ? ['delete'] : []),
    translations: (stem) => (stem === 'remove' ? [{ term: 'splice', strength: 0.7 }] : []),
    cited,
  });
}

/** A reader of features by name for each function, in order. */
function read(
  sketches: readonly Sketch[],
  text: string,
  cited: readonly (readonly string[])[] = [],
): ((name: string) => number)[] {
  const postings = bank(sketches);
  const candidates = sketches.map((sketch) => ({
    ...candidate(sketch),
    cites: cited.length === 0 ? 0 : 1,
  }));
  const values = codeFeatures(candidates, ask(text, postings, cited), CodeVocabulary.of(postings));
  return sketches.map((_, row) => (name) => {
    const column = CODE_FEATURES.indexOf(name);
    if (column < 0) throw new Error(`no feature ${name}`);
    return values[row * CODE_FEATURES.length + column] ?? NaN;
  });
}

const FUNCTIONS: readonly Sketch[] = [
  { name: 'remove item', parameter: 'list item', called: 'splice index' },
  { name: 'list item', called: 'push', identifier: 'remove' },
  { name: 'read file', called: 'open', summary: 'read whole file' },
  { name: 'drop', called: 'splice', identifier: 'removal' },
];

describe('features of code', () => {
  it('has each feature once', () => {
    expect(new Set(CODE_FEATURES).size).toBe(CODE_FEATURES.length);
  });

  it('tells a name that says what is asked from a body that does', () => {
    const [named, held] = read(FUNCTIONS, 'remove item');
    for (const feature of [
      'name_held',
      'name_balance',
      'name_opens',
      'bm25f',
      'likeness',
      'pairs_name',
      'bm25_name',
    ])
      expect(named?.(feature), feature).toBeGreaterThan(held?.(feature) ?? NaN);
    expect(named?.('name_whole')).toBe(1);
    expect(named?.('name_asked')).toBeCloseTo(1);
    expect(named?.('missing_heaviest')).toBe(0);
    expect(held?.('missing_told')).toBe(1);
  });

  it('finds what only other words, translations or beginnings tell', () => {
    const [, , other, cut] = read(FUNCTIONS, 'remove');
    expect(cut?.('held')).toBe(0);
    expect(cut?.('translated')).toBeCloseTo(0.7);
    expect(cut?.('translated_called')).toBeCloseTo(0.7);
    expect(cut?.('begun')).toBeCloseTo(5 / 7);
    expect(cut?.('begun_name')).toBe(0);
    for (const feature of ['translated', 'begun', 'held', 'bm25f'])
      expect(other?.(feature), feature).toBe(0);
    const [deletes] = read([{ name: 'delete' }, { name: 'insert' }], 'remove');
    expect(deletes?.('name_alike')).toBe(1);
    expect(deletes?.('name_begins')).toBe(0.5);
    expect(deletes?.('bm25f')).toBe(0);
    expect(deletes?.('bm25f_alike')).toBeGreaterThan(0);
  });

  it('finds words built from the same stem by their letters', () => {
    const [same, other] = read(
      [
        { name: 'deserialis', called: 'byte' },
        { name: 'convert', called: 'byte' },
      ],
      'serialis',
    );
    expect(same?.('held')).toBe(0);
    expect(same?.('grams')).toBeGreaterThan(0.2);
    expect(same?.('grams_name')).toBeGreaterThan(0.2);
    expect(same?.('grams_of_best')).toBe(1);
    for (const feature of ['grams', 'grams_name', 'grams_place'])
      expect(other?.(feature), feature).toBe(0);
  });

  it('counts what the question says first for more than what it says last', () => {
    const [first, last] = read(
      [{ name: 'remove' }, { name: 'file' }, { name: 'other' }],
      'remove whole list item read python file',
    );
    for (const feature of ['early', 'early_name', 'early_first', 'early_first_name'])
      expect(first?.(feature), feature).toBeGreaterThan(last?.(feature) ?? NaN);
    expect(last?.('early')).toBeGreaterThan(0);
    expect(last?.('early_first')).toBe(0);
  });

  it('tells the function that is cited from one that has what is cited', () => {
    const [itself, caller] = read(
      [{ name: 'remove item' }, { name: 'drop', called: 'remove item' }],
      'remove item',
      [['remove', 'item']],
    );
    expect([itself?.('cited'), itself?.('cited_name'), itself?.('cited_other')]).toEqual([1, 1, 0]);
    expect([caller?.('cited'), caller?.('cited_name'), caller?.('cited_other')]).toEqual([1, 0, 1]);
    const [uncited] = read(FUNCTIONS, 'remove item');
    expect(uncited?.('cited')).toBe(0);
  });

  it('weighs a word that only frames the question next to nothing', () => {
    const [framed, asked] = read([{ name: 'python' }, { name: 'snake' }], 'python snake');
    expect(framed?.('name_held')).toBeLessThan(0.05);
    expect(asked?.('name_held')).toBeGreaterThan(0.95);
  });

  const word = fc.constantFrom(
    'remove',
    'item',
    'list',
    'read',
    'file',
    'splice',
    'delete',
    'removal',
    'is',
    'python',
  );
  const sketch = fc.dictionary(
    fc.constantFrom(...CODE_ROLES),
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    { minKeys: 1 },
  );

  it('gives numbers of about 0 to 1, whatever is asked of whatever functions', () => {
    fc.assert(
      fc.property(
        fc.array(sketch, { minLength: 1, maxLength: 8 }),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        (sketches, question) => {
          const postings = bank(sketches);
          const values = codeFeatures(
            sketches.map((each) => candidate(each)),
            ask(question.join(' '), postings),
            CodeVocabulary.of(postings),
          );
          expect(values.length).toBe(sketches.length * CODE_FEATURES.length);
          expect([...values].filter((value) => !(value >= -1e-6 && value <= 1.5))).toEqual([]);
        },
      ),
    );
  });

  it('reads a function alike wherever it stands among the others', () => {
    fc.assert(
      fc.property(
        fc.array(sketch, { minLength: 2, maxLength: 6 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (sketches, question) => {
          const forwards = read(sketches, question.join(' '));
          const backwards = read([...sketches].reverse(), question.join(' ')).reverse();
          // Ties are ranked, and the best ten selected, in input order.
          const differing = CODE_FEATURES.filter((each) => !each.endsWith('_place')).filter(
            (name) =>
              forwards.some(
                (feature, row) =>
                  !(Math.abs(feature(name) - (backwards[row]?.(name) ?? NaN)) < 1e-4),
              ),
          );
          expect(differing).toEqual([]);
        },
      ),
    );
  });

  it('follows the index: a word that comes later is known from then on', () => {
    const postings = bank([{ name: 'remove' }]);
    expect(CodeVocabulary.of(postings).beginningLike('removal')).toHaveLength(1);
    const before = CodeVocabulary.of(postings).rarity(wordHash('remover'));
    postings.add(['remover']);
    expect(CodeVocabulary.of(postings).beginningLike('removal')).toHaveLength(2);
    expect(CodeVocabulary.of(postings).rarity(wordHash('remover'))).toBeGreaterThan(before);
  });

  it('reads functions that were read before as a bank does that always held what came since', () => {
    fc.assert(
      fc.property(
        fc.array(sketch, { minLength: 1, maxLength: 6 }),
        fc.array(sketch, { minLength: 1, maxLength: 3 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (first, since, question) => {
          const asked = question.join(' ');
          const candidates = first.map((each) => candidate(each));
          const grown = bank(first);
          const read = (postings: Postings): number[] => [
            ...codeFeatures(candidates, ask(asked, postings), CodeVocabulary.of(postings)),
          ];
          read(grown);
          for (const each of since) grown.add(wordsIn(each));
          expect(read(grown)).toEqual(read(bank([...first, ...since])));
        },
      ),
    );
  });
});
