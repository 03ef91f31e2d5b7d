import type { Stemmer } from '../language/stem.js';
import { cosine, normalise, quantise } from './dense-vector.js';
import { createRandomIndexing, damped } from './random-indexing.js';
import type { Space } from './space.js';
import type { TextEncoder } from './text-encoder.js';

const DIMENSIONS = 1024;
/** Exponent of rarity in a query: slightly more than BM25's idf. */
const RARITY_POWER = 1.5;

/**
 * E1 without a learned model: random indexing of a text's stems. A document's vector depends on its text
 * alone, so it never has to be recomputed as the bank grows; what the bank knows, rarity and associated
 * words, weights the query.
 */
export function createSemanticEncoder(stemmer: Stemmer): TextEncoder {
  const indexing = createRandomIndexing(stemmer, DIMENSIONS);
  return {
    id: 'mneme-hashed-1',
    dimensions: DIMENSIONS,
    contextSimilarity: 0.3,
    likeness: 0.45,
    document: (_text, terms) => quantise(indexing.sum(damped(terms))),
    query: (terms) =>
      normalise(
        indexing.sumKept(
          terms.map(({ term, weight }) => ({ term, weight: weight ** RARITY_POWER })),
        ),
      ),
  };
}

/** A vector of E1: signed bytes for a memory, unit length for a query. */
export type SemanticCode = Int8Array | Float32Array;

/** E1 behind the interface of all spaces. A memory without words has no code. */
export function createSemanticSpace(encoder: TextEncoder): Space<SemanticCode> {
  return {
    ...storedSemanticSpace(encoder),
    memory: ({ content, terms }) => (terms.length === 0 ? null : encoder.document(content, terms)),
    query: ({ terms }) => {
      const vector = encoder.query(terms);
      return vector.some((value) => value !== 0) ? vector : null;
    },
  };
}

/**
 * E1 of a bank filled by a learned model: here its vectors are only compared; they are made elsewhere, as
 * the model takes its time.
 */
export function storedSemanticSpace({
  id,
  dimensions,
}: Pick<TextEncoder, 'id' | 'dimensions'>): Space<SemanticCode> {
  return {
    name: 'semantic',
    id,
    dimensions,
    memory: () => null,
    query: () => null,
    similarity: cosine,
    likeness: cosine,
  };
}
