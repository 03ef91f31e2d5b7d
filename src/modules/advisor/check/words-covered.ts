/** How far some words are among others: each counts by how rare it is here. */
export class WordsCovered {
  constructor(
    /** What a word counts, above 0: the more, the rarer. */
    private readonly weightOf: (term: string) => number,
  ) {}

  /** The share of the terms' weight that is among the others, 0..1; null for no terms. */
  share(terms: Iterable<string>, others: ReadonlySet<string>): number | null {
    let whole = 0;
    let held = 0;
    for (const term of terms) {
      const weight = this.weightOf(term);
      whole += weight;
      if (others.has(term)) held += weight;
    }
    return whole === 0 ? null : held / whole;
  }

  weigh(terms: Iterable<string>): number {
    let sum = 0;
    for (const term of terms) sum += this.weightOf(term);
    return sum;
  }
}
