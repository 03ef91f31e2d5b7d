import type { Stemmer } from '../language/stem.js';
import { cosine, normalise, quantise } from './dense-vector.js';
import { createRandomIndexing, damped } from './random-indexing.js';
import type { Space, WeightedTerm } from './space.js';

const DIMENSIONS = 1024;
/** Exponent of rarity in a query: slightly more than BM25's idf. */
const RARITY_POWER = 1.5;

/**
 * E1 without a learned model: random indexing of a text's stems. A document's vector depends on its text alone, so it
 * never has to be recomputed as the bank grows; what the bank knows, rarity and associated words, weights the query.
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
 * E1 of a bank whose vectors come from a learned model: they are only compared here, and computed elsewhere, as the
 * model is slow.
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

/** Turns text into vectors of one semantic space. Pure: the same text always gives the same vector. */
export interface TextEncoder {
  /** Identifies algorithm and version; vectors of different encoders are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Minimum mean cosine to a context's members for a memory to join it. */
  readonly contextSimilarity: number;
  /** Minimum cosine for linking two memories as similar. */
  readonly likeness: number;
  /** The vector of a text to be stored, scaled to signed bytes; `terms` are its stems in order. */
  document(text: string, terms: readonly string[]): Int8Array;
  /**
   * The vector of a query: its stems with the weight that the bank gives them. Length 1, or 0 for a query without
   * words.
   */
  query(terms: readonly WeightedTerm[]): Float32Array;
}
