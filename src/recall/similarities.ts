import type { BankIndex } from '../indexes/bank-index.js';

/** Up to this many vectors one scan of all is cheaper than asking for each. */
const SCANNED = 3_000;

/** Cosine of any slot to one query, each computed once. */
export function similaritiesTo(index: BankIndex, query: Float32Array): (slot: number) => number {
  const { vectors } = index;
  const known = new Float32Array(index.size).fill(NaN);
  if (vectors.size <= SCANNED) {
    known.fill(0);
    const { slots, scores } = vectors.nearest(query, vectors.size);
    for (let at = 0; at < slots.length; at++) known[slots[at] ?? 0] = scores[at] ?? 0;
  }
  return (slot) => {
    const found = known[slot] ?? 0;
    if (!Number.isNaN(found)) return found;
    const value = vectors.similarity(slot, query);
    known[slot] = value;
    return value;
  };
}
