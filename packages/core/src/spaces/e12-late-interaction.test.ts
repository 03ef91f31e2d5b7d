import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryId } from '../domain/ids.js';
import { createStemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { createLateInteractionSpace, type TokenVectors } from './e06-e09-e12-lexical.js';

const stemmer = createStemmer();
const space = createLateInteractionSpace(stemmer);
const termsOf = (text: string): string[] => contentTerms(text, 'en', stemmer);
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
const memory = (text: string): TokenVectors => space.memory(subject(termsOf(text))) as TokenVectors;
const query = (text: string, weights: readonly number[] = []): TokenVectors =>
  space.query({
    text,
    language: 'en',
    terms: termsOf(text).map((term, at) => ({ term, weight: weights[at] ?? 1 })),
    now: 0,
    periods: [],
    direction: null,
    entities: [],
  }) as TokenVectors;

describe('late interaction', () => {
  it('has nothing for a text without words', () => {
    expect(space.memory(subject([]))).toBeNull();
  });

  it('keeps a vector of 128 bytes a token, of 64 tokens at most', () => {
    expect(memory('the greyhound sleeps')).toMatchObject({ count: 2 });
    const long = space.memory(subject(Array.from({ length: 100 }, (_, at) => `word${at}`)));
    expect([long?.count, long?.bytes.length]).toEqual([64, 64 * 128]);
  });

  it.each([
    ['a word over none', 'greyhound', 'A greyhound ran.', 'A kiln burned.'],
    ['a synonym over none', 'doctor', 'The physician came.', 'The carpenter came.'],
    ['a related form over none', 'photographer', 'She takes photographs.', 'She bakes bread.'],
    ['both words over one', 'red kiln', 'The kiln is red.', 'The kiln is green.'],
    [
      'words side by side over words apart',
      'red kiln',
      'A red kiln, a green bowl.',
      'A red bowl beside that huge old green kiln.',
    ],
  ])('puts %s', (_what, asked, near, far) => {
    expect(space.similarity(query(asked), memory(near))).toBeGreaterThan(
      space.similarity(query(asked), memory(far)) + 0.005,
    );
  });

  it('weighs the query’s words by what they weigh in the bank', () => {
    const [kiln, boat] = [memory('kiln'), memory('boat')];
    expect(space.similarity(query('kiln boat', [5, 1]), kiln)).toBeGreaterThan(
      space.similarity(query('kiln boat', [5, 1]), boat) + 0.2,
    );
    expect(space.similarity(query('kiln boat', [1, 5]), boat)).toBeGreaterThan(
      space.similarity(query('kiln boat', [1, 5]), kiln) + 0.2,
    );
  });

  it('a query of words that weigh nothing still has an answer', () => {
    expect(space.similarity(query('kiln boat', [0, 0]), memory('kiln boat'))).toBeCloseTo(1, 5);
  });

  it('a text is like itself, and two are as like one way as the other', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [one, other] = [
          space.memory(subject(a)) as TokenVectors,
          space.memory(subject(b)) as TokenVectors,
        ];
        expect(space.likeness(one, one)).toBeCloseTo(1, 5);
        expect(space.likeness(one, other)).toBe(space.likeness(other, one));
        expect(Math.abs(space.likeness(one, other))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('any instance gives the same code', () => {
    expect(createLateInteractionSpace(createStemmer()).memory(subject(['kiln', 'boat']))).toEqual(
      space.memory(subject(['kiln', 'boat'])),
    );
  });
});
