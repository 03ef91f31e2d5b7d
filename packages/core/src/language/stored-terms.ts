/** Stems by passage as one text: one line per passage. A text of one passage has no line break. */
export function writeTerms(passages: readonly { readonly terms: readonly string[] }[]): string {
  return passages.map(({ terms }) => terms.join(' ')).join('\n');
}

/** The stems of each passage, in order. */
export function readTerms(stored: string): string[][] {
  return stored.split('\n').map((line) => (line === '' ? [] : line.split(' ')));
}
