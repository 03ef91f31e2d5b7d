/** How often each text was counted. */
export type Counts = Readonly<Record<string, number>>;

/** How often a text was counted. Texts are whatever callers say, and every object has a “constructor” that nobody counted. */
export function countOf(counts: Counts, text: string): number {
  return Object.hasOwn(counts, text) ? (counts[text] ?? 0) : 0;
}

/** The counts with more of a text, one by default. */
export function withMore(counts: Counts, text: string, by = 1): Counts {
  return { ...counts, [text]: countOf(counts, text) + by };
}
