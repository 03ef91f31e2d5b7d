import { profileOf } from '../read-profile.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Clock } from '../../ports/system.js';
import { inverseDocumentFrequency, understand, type QueryReader } from '../understand.js';
import type { Need } from './worth.js';

/** Weight of related words, as a share of the mean weight of the question's own words. */
const RELATIVE = 0.4;
const INSTANCE = 0.5;
const EXPANSION = 0.2;

/**
 * Reads a question for distillation: its words by rarity, words with the same meaning, and associated words
 * of this bank (`expansions`, stems).
 */
export function readNeed(
  query: string,
  expansions: readonly string[],
  state: BankState,
  reader: QueryReader & { readonly clock: Clock },
): Omit<Need, 'code'> {
  const { index } = state;
  const { terms, relatives, instances, wanted } = understand(
    profileOf({ query }, 'profile'),
    { now: reader.clock.now() },
    state,
    reader,
  );
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const mean = 1 / Math.max(1, terms.length);
  const weights = new Map<string, number>();
  const put = (term: string, weight: number): void =>
    void weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  for (const term of expansions) put(term, EXPANSION * mean);
  for (const [number, strength] of relatives)
    put(index.postings.term(number), RELATIVE * strength * mean);
  for (const number of instances.keys()) put(index.postings.term(number), INSTANCE * mean);
  for (const { term, weight } of terms) put(term, weight / total);
  const rarity = (term: string): number => {
    const number = index.postings.numberOf(term);
    return number < 0 ? 0 : inverseDocumentFrequency(index, number);
  };
  return { weights, own: new Set(terms.map(({ term }) => term)), wanted, rarity };
}
