/** How well one ranking finds what is relevant. */
export interface Retrieval {
  /** Share of what is relevant among the first 5, 10, 20. */
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  readonly ndcg10: number;
  /** One over the place of the first that is relevant; 0 without any. */
  readonly mrr: number;
  /** Whether the first stands first, or among three: 0 or 1. */
  readonly top1: number;
  readonly top3: number;
  /** Whether any, or all, of it stand among the first 10, or 20: 0 or 1. */
  readonly any10: number;
  readonly all10: number;
  readonly all20: number;
  /** Share of the first 10 that is relevant. */
  readonly p10: number;
}

/** `ranked` and `relevant` are names; each relevant one counts once. Binary gains (Järvelin and Kekäläinen 2002). */
export function retrieval(ranked: readonly string[], relevant: ReadonlySet<string>): Retrieval {
  const places = [...relevant].flatMap((name) => {
    const at = ranked.indexOf(name);
    return at < 0 ? [] : [at];
  });
  const among = (k: number): number => places.filter((at) => at < k).length;
  const share = (k: number): number => among(k) / relevant.size;
  const gain = (at: number): number => 1 / Math.log2(at + 2);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const ideal = Array.from({ length: Math.min(10, relevant.size) }, (_, at) => gain(at));
  const best = Math.min(...places);
  return {
    r5: share(5),
    r10: share(10),
    r20: share(20),
    ndcg10: sum(places.filter((at) => at < 10).map(gain)) / sum(ideal),
    mrr: 1 / (best + 1),
    top1: Number(best < 1),
    top3: Number(best < 3),
    any10: Number(best < 10),
    all10: Number(among(10) === relevant.size),
    all20: Number(among(20) === relevant.size),
    p10: among(10) / 10,
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
