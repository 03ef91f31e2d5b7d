import type { Stemmer } from '../language/stem.js';
import { normalise, quantise } from './dense-vector.js';
import { createRandomIndexing, damped } from './random-indexing.js';
import type { TextEncoder } from './text-encoder.js';

const DIMENSIONS = 1024;
/** How strongly rarity weighs in a query: a little more than BM25's idf does. */
const RARITY_POWER = 1.5;

/**
 * E1 without a learned model: random indexing of a text's stems. A document's vector depends on its text alone, so that it
 * never has to be made anew as the bank grows; what the bank knows, rarity and company, weighs the query.
 */
export function createSemanticEncoder(stemmer: Stemmer): TextEncoder {
  const sum = createRandomIndexing(stemmer, DIMENSIONS);
  return {
    id: 'mneme-hashed-1',
    dimensions: DIMENSIONS,
    contextSimilarity: 0.3,
    likeness: 0.45,
    document: (_text, terms) => quantise(sum(damped(terms))),
    query: (terms) => normalise(sum(terms.map(({ term, weight }) => ({ term, weight: weight ** RARITY_POWER })))),
  };
}
