import type { WeightedTerm } from './space.js';

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
   * The vector of a query: its stems with the weight that the bank gives them. Length 1, or 0 for a query
   * without words.
   */
  query(terms: readonly WeightedTerm[]): Float32Array;
}
