import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../domain/ids.js';
import { wordsOf } from '../indexes/index-lookups.js';
import { Postings } from '../indexes/postings.js';
import { createStemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { createSparseSpace, type SparseCode } from './e06-e09-e12-lexical.js';
import type { Space } from './space.js';

const stemmer = createStemmer();
const termsOf = (text: string): string[] => contentTerms(text, 'en', stemmer);

/** A bank of these texts, with the space over it. */
function bankOf(texts: readonly string[]): {
  space: Space<SparseCode>;
  add: (text: string) => void;
} {
  const postings = new Postings();
  const add = (text: string): void => void postings.add(termsOf(text));
  texts.forEach(add);
  return {
    space: createSparseSpace(
      wordsOf({
        index: {
          postings,
          get size() {
            return postings.size;
          },
        },
      }),
    ),
    add,
  };
}

const subject = (terms: readonly string[]) => ({
  id: 'mem_1' as MemoryId,
  content: terms.join(' '),
  language: 'en',
  terms,
  saidAt: 0,
  occurredFrom: 0,
  occurredTo: 0,
  position: 0,
  order: 0,
});
const inquiry = (terms: readonly string[]) => ({
  text: terms.join(' '),
  language: 'en',
  terms: terms.map((term) => ({ term, weight: 1 })),
  now: 0,
  periods: [],
  direction: null,
  entities: [],
});

const POTTERY = [
  'The kiln glaze cracked.',
  'A new glaze for the kiln.',
  'The kiln ran hot, the glaze ran.',
  'Her kiln needs a softer glaze.',
  'The boat left at noon.',
  'A boat and a harbour.',
  'Tea at noon.',
  'Bread and tea.',
  'The dog sleeps.',
  'Rain all day.',
];

describe('the sparse space', () => {
  const { space } = bankOf(POTTERY);
  const memory = (text: string): SparseCode => space.memory(subject(termsOf(text))) as SparseCode;
  const ask = (text: string, to: string): number =>
    space.similarity(space.query(inquiry(termsOf(text))) as SparseCode, memory(to));

  it('has nothing for a text without words', () => {
    expect(space.memory(subject([]))).toBeNull();
    expect(space.query(inquiry([]))).toBeNull();
  });

  it('finds a word’s company where the word itself is not said', () => {
    expect(ask('kiln', 'The glaze is blue.')).toBeGreaterThan(0.03);
    expect(ask('kiln', 'The boat is blue.')).toBe(0);
    expect(ask('kiln', 'The kiln is blue.')).toBeGreaterThan(ask('kiln', 'The glaze is blue.'));
  });

  it('a rare word weighs more than a common one', () => {
    expect(space.likeness(memory('noon harbour'), memory('harbour'))).toBeGreaterThan(
      space.likeness(memory('noon harbour'), memory('noon')),
    );
  });

  it('follows the bank: what comes to stand together is found together from then on', () => {
    const { space: growing, add } = bankOf(POTTERY);
    const like = (): number =>
      growing.likeness(
        growing.memory(subject(termsOf('dog'))) as SparseCode,
        growing.memory(subject(termsOf('lighthouse'))) as SparseCode,
      );
    expect(like()).toBe(0);
    for (let time = 0; time < 4; time++) add('The dog barked at the lighthouse.');
    expect(like()).toBeGreaterThan(0.03);
  });

  it('keeps to one place in twenty, in order, and a text is like itself', () => {
    const words = fc.array(
      fc.oneof(
        fc.constantFrom('kiln', 'glaze', 'boat', 'noon', 'tea'),
        fc.stringMatching(/^[a-z]{3,9}$/),
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [one, other] = [
          space.memory(subject(a)) as SparseCode,
          space.memory(subject(b)) as SparseCode,
        ];
        expect(one.places.length).toBeLessThanOrEqual(space.dimensions / 20);
        expect([...one.places]).toEqual([...new Set(one.places)].sort((x, y) => x - y));
        expect(one.weights.every((weight) => weight > 0)).toBe(true);
        expect(space.likeness(one, one)).toBeCloseTo(1, 5);
        expect(space.likeness(one, other)).toBeCloseTo(space.likeness(other, one), 12);
        expect(space.likeness(one, other)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });

  it('of a text of more words than places it keeps the heaviest', () => {
    const many = Array.from({ length: 4_000 }, (_, at) => `word${at}`);
    expect(space.memory(subject(many))?.places.length).toBe(space.dimensions / 20);
    const withRare = space.memory(subject([...many, 'zebra', 'zebra', 'zebra'])) as SparseCode;
    expect(
      space.similarity(space.query(inquiry(['zebra'])) as SparseCode, withRare),
    ).toBeGreaterThan(0);
  });
});
