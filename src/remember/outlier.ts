import type { Source } from '../domain/memory.js';
import type { Quarantine } from '../domain/quarantine.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { MIN_WORDS } from '../indexes/closeness.js';
import type { ReadDraft } from './draft.js';

/** What a user or an agent says may be about anything. */
const LOOKED_AT: ReadonlySet<Source> = new Set<Source>(['web', 'tool']);
/** S4.56: from so many standard deviations on a text is no part of what the bank is about. */
const OUTLIER = 3;

/**
 * Capability G20: why a text that nobody vouches for should be held back as an outlier, else null: it lies further from its nearest
 * memories than these lie from theirs, by more than three standard deviations. Never in a bank of few memories, nor for a few words.
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
