import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { createSemanticEncoder } from './e01-semantic.js';

const stemmer = createStemmer();
const encoder = createSemanticEncoder(stemmer);
const document = (text: string): Int8Array =>
  encoder.document(text, contentTerms(text, 'en', stemmer));
const query = (text: string): Float32Array =>
  encoder.query(contentTerms(text, 'en', stemmer).map((term) => ({ term, weight: 1 })));

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

describe('the semantic encoder', () => {
  it('gives the same text the same vector, from any instance', () => {
    const other = createSemanticEncoder(createStemmer());
    const text = 'Marmalade the greyhound sleeps on the sofa.';
    expect(document(text)).toEqual(other.document(text, contentTerms(text, 'en', stemmer)));
    expect(document(text)).toHaveLength(encoder.dimensions);
    expect(Math.max(...document(text).map(Math.abs))).toBe(127);
  });

  it('keeps its vectors bit for bit: banks are filled with them', () => {
    const text =
      'Marmalade the greyhound sleeps on the sofa in 1998, so the doctor bought a naïve кошка.';
    const digest = (bytes: Int8Array | Uint8Array): string =>
      createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    expect(digest(document(text))).toBe('39c6d156a0bb4429');
    const weighed = encoder.query(
      contentTerms(text, 'en', stemmer).map((term, at) => ({ term, weight: 1 + at * 0.37 })),
    );
    expect(digest(new Uint8Array(weighed.buffer))).toBe('fe066c9b11a19f7b');
  });

  it('a query has length 1; without words it is zero', () => {
    expect(Math.hypot(...query('greyhound sofa'))).toBeCloseTo(1, 5);
    expect(Math.hypot(...encoder.query([]))).toBe(0);
    expect(encoder.document('', []).every((value) => value === 0)).toBe(true);
  });

  it.each([
    [
      'shared words over none',
      'a greyhound on the sofa',
      'The greyhound sleeps.',
      'The kiln fires at noon.',
    ],
    ['a related form over none', 'photographer', 'She takes photographs.', 'She bakes bread.'],
    ['a synonym over none', 'doctor', 'The physician came.', 'The carpenter came.'],
    ['a misspelling over none', 'restaurent', 'A restaurant in Porto.', 'A harbour in Porto.'],
  ])('puts %s', (_what, asked, near, far) => {
    expect(cosine(query(asked), document(near))).toBeGreaterThan(
      cosine(query(asked), document(far)) + 0.05,
    );
  });

  it('rare words, weighed more, pull more', () => {
    const weighed = (heavy: number) =>
      encoder.query([
        { term: 'kiln', weight: heavy },
        { term: 'greyhound', weight: 1 },
      ]);
    expect(cosine(weighed(4), document('kiln'))).toBeGreaterThan(
      cosine(weighed(1), document('kiln')),
    );
  });
});
