import type { Accept } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';
import type { CausalFit } from '../causal-fit.js';

/** Up to this many memories that state a cause, all are scanned; beyond, only those with the query's words. */
const SCANNED = 1_000;
/** Similarities below this occur by chance. */
const LEAST = 0.15;

/** Memories whose cause or effect is similar to what is asked about, those in the role asked for first. */
export function causalPath(
  index: BankIndex,
  causal: CausalFit,
  worded: () => readonly Candidate[],
  accepts: Accept,
): Candidate[] {
  if (!causal.asked) return [];
  const slots =
    index.causal.size <= SCANNED ? [...index.causal.keys()] : worded().map(({ slot }) => slot);
  return slots
    .filter((slot) => accepts(slot))
    .map((slot) => ({ slot, score: causal.similarity(slot) }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score || a.slot - b.slot)
    .slice(0, PATH_LIMIT);
}
