/** Fewer memories have no main part. */
const FEWEST = 10;
/** The main part holds this share of all, in at most this share of the time. */
const MOST = 0.9;
const NARROW = 0.25;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The shortest stretch that holds nearly all memories, where the others lie so far from it that it would be
 * squeezed into a few bars; null where it would not.
 */
export function mainPart(counts: readonly number[], span: Stretch): Stretch | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < FEWEST) return null;
  let best: readonly [number, number] = [0, counts.length];
  let start = 0;
  let held = 0;
  for (const [end, count] of counts.entries()) {
    held += count;
    while (held - (counts[start] ?? 0) >= MOST * total) held -= counts[start++] ?? 0;
    if (held >= MOST * total && end + 1 - start < best[1] - best[0]) best = [start, end + 1];
  }
  // What lies right beside it is no outlier.
  let [from, to] = best;
  while ((counts[from - 1] ?? 0) > 0) from--;
  while ((counts[to] ?? 0) > 0) to++;
  if (to - from > NARROW * counts.length) return null;
  const width = (span.to - span.from) / counts.length;
  return { from: Math.floor(span.from + from * width), to: Math.ceil(span.from + to * width) + 1 };
}
