/** Counts by text. */
export type Counts = Readonly<Record<string, number>>;

/** The count of a text. Texts are arbitrary, and every object has a “constructor” that nobody counted. */
export function countOf(counts: Counts, text: string): number {
  return Object.hasOwn(counts, text) ? (counts[text] ?? 0) : 0;
}

/** The counts with a text's raised, by one unless given. */
export function withMore(counts: Counts, text: string, by = 1): Counts {
  return { ...counts, [text]: countOf(counts, text) + by };
}
