import type { Accept } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { PATH_LIMIT, type Candidate } from '../candidate.js';
import type { CausalFit } from '../causal-fit.js';

/** Up to this many memories that tell a cause, all are looked at; beyond, those that have the query's words. */
const SCANNED = 1_000;
/** Less alike than this is chance. */
const LEAST = 0.15;

/** Memories whose cause or effect is like what is asked about, those in the role asked for first. */
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
