import { readFileSync } from 'node:fs';
import { cellsOf } from './csv.js';

/** Two sentences and how alike people find them, 0..5. */
export interface RatedPair {
  readonly one: string;
  readonly other: string;
  readonly rating: number;
}

/** STS-B (Cer et al. 2017) as CSV without a heading: sentence, sentence, rating. */
export function readRatedPairs(path: string): RatedPair[] {
  return cellsOf(readFileSync(path, 'utf8')).map(([one = '', other = '', rating = '']) => ({
    one,
    other,
    rating: Number(rating),
  }));
}
