import { ACCEPT_ALL, type Accept } from '../indexes/accept.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { isRequest } from '../language/request.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { inverseDocumentFrequency, type Understanding } from './understand.js';

/** A question may differ from the one asked now by words of so little of its weight ("again", "please"), 0..1. */
const MAX_NEW = 0.25;

/**
 * Whether a memory is more than the same question, or the same request, put once before: who asks a second
 * time wants the answer, and a bank that only heard the question does not know it. What names more than is
 * asked now may tell something, and is kept; so is any statement.
 */
export function saysMoreThanAsked(
  { query, reading, language }: Understanding,
  index: BankIndex,
  stemmer: Stemmer,
): Accept {
  const { postings } = index;
  const terms = contentTerms(reading, language, stemmer).map((term) => postings.numberOf(term));
  if (!terms.some((term) => term >= 0)) return ACCEPT_ALL;
  const asked = new Set(terms);
  const bids = isRequest(query);
  return (slot) => {
    const start = postings.start(slot);
    const end = start + postings.length(slot);
    const { sequence } = postings;
    // A request has no mark to know it by; a second one begins with the same word.
    if (
      !index.has(slot, 'question') &&
      !(bids && (start < end ? sequence[start] : undefined) === terms[0])
    )
      return true;
    // Most share no word with it, and need no weighing.
    let shares = false;
    for (let at = start; at < end && !shares; at++) shares = asked.has(sequence[at] ?? 0);
    if (!shares) return true;
    let all = 0;
    let repeated = 0;
    for (let at = start; at < end; at++) {
      const term = sequence[at] ?? 0;
      const weight = inverseDocumentFrequency(index, term);
      all += weight;
      if (asked.has(term)) repeated += weight;
    }
    return all === 0 || repeated < (1 - MAX_NEW) * all;
  };
}
