import type { Source } from '../domain/memory.js';
import type { Quarantine } from '../domain/quarantine.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { MIN_WORDS } from '../indexes/closeness.js';
import type { ReadDraft } from './draft.js';

/** Users and agents may talk about anything, so only these are checked. */
const LOOKED_AT: ReadonlySet<Source> = new Set<Source>(['web', 'tool']);
/** From this many standard deviations on, a text is not about the bank's subjects. */
const OUTLIER = 3;

/**
 * Why an unvouched text should be quarantined as an outlier, else null: it is farther from
 * its nearest memories than these are from theirs, by more than three standard deviations. Never in a small
 * bank, nor for a few words.
 */
export function findOutlier(
  { provenance: { source }, terms }: Pick<ReadDraft, 'provenance' | 'terms'>,
  vector: Int8Array | null,
  index: BankIndex,
): Quarantine | null {
  if (!LOOKED_AT.has(source) || vector === null || terms.length < MIN_WORDS) return null;
  const closeness = index.closeness.of(vector);
  if (closeness === null || closeness.deviations <= OUTLIER) return null;
  const { nearness, mean, deviation, deviations, memories } = closeness;
  return {
    status: 'held',
    score: Math.round(Math.min(1, deviations / (2 * OUTLIER)) * 1000) / 1000,
    reasons: [
      `${deviations.toFixed(1)} standard deviations further from the ${memories} memories here than they are from one another (likeness ${nearness.toFixed(2)}; theirs ${mean.toFixed(2)} ± ${deviation.toFixed(2)})`,
    ],
  };
}
