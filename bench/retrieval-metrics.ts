/** Recall at k and NDCG@10 of one ranking. */
export interface Retrieval {
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  readonly ndcg10: number;
}

/** `ranked` and `relevant` are names; each relevant one counts once. Binary gains (Järvelin and Kekäläinen 2002). */
export function retrieval(ranked: readonly string[], relevant: ReadonlySet<string>): Retrieval {
  const seen = new Set<string>();
  let gain = 0;
  const hits = { 5: 0, 10: 0, 20: 0 };
  ranked.slice(0, 20).forEach((name, at) => {
    if (!relevant.has(name) || seen.has(name)) return;
    seen.add(name);
    if (at < 5) hits[5]++;
    if (at < 10) {
      hits[10]++;
      gain += 1 / Math.log2(at + 2);
    }
    hits[20]++;
  });
  const ideal = Array.from(
    { length: Math.min(10, relevant.size) },
    (_, at) => 1 / Math.log2(at + 2),
  ).reduce((sum, value) => sum + value, 0);
  return {
    r5: hits[5] / relevant.size,
    r10: hits[10] / relevant.size,
    r20: hits[20] / relevant.size,
    ndcg10: gain / ideal,
  };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which the share `p` of the sorted values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0;
}
