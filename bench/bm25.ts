const K1 = 1.2;
const B = 0.75;

/** Ranks documents by BM25 (Robertson and Zaragoza 2009) over terms: what any engine has to beat. */
export class Bm25 {
  readonly #counts: readonly ReadonlyMap<string, number>[];
  readonly #lists = new Map<string, number[]>();
  readonly #mean: number;

  constructor(private readonly documents: readonly (readonly string[])[]) {
    this.#counts = documents.map((terms, at) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) {
        const list = this.#lists.get(term);
        if (list === undefined) this.#lists.set(term, [at]);
        else list.push(at);
      }
      return counts;
    });
    this.#mean =
      documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, documents.length);
  }

  /** Document numbers, best first. */
  rank(query: readonly string[]): number[] {
    const scores = new Map<number, number>();
    for (const term of new Set(query)) {
      const list = this.#lists.get(term) ?? [];
      const rarity = Math.log(
        1 + (this.documents.length - list.length + 0.5) / (list.length + 0.5),
      );
      for (const at of list) {
        const frequency = this.#counts[at]?.get(term) ?? 0;
        const length = K1 * (1 - B + (B * (this.documents[at]?.length ?? 0)) / this.#mean);
        scores.set(
          at,
          (scores.get(at) ?? 0) + (rarity * frequency * (K1 + 1)) / (frequency + length),
        );
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => at);
  }
}
