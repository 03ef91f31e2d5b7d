import type { Accept } from '../../indexes/accept.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';
import type { Similarities } from '../similarities.js';

/** The nearest in meaning: cosine to the query's vector. */
export function semanticPath(similarities: Similarities, accepts: Accept): Candidate[] {
  return similarities.nearest(PATH_LIMIT, accepts);
}
