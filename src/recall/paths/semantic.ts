import { ACCEPT_ALL, type Accept } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';

/** Nearest in meaning: cosine to the query's vector. */
export function semanticPath(index: BankIndex, query: Float32Array, accepts: Accept): Candidate[] {
  const { slots, scores } = accepts === ACCEPT_ALL ? index.vectors.nearest(query, PATH_LIMIT) : index.vectors.nearest(query, PATH_LIMIT, accepts);
  return Array.from(slots, (slot, at) => ({ slot, score: scores[at] ?? 0 })).filter(({ score }) => score > 0);
}
