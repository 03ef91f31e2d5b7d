/** The set of the words in `text`, split at white space; the notation for all lists of this folder. */
export function wordList(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The same for phrases: one per line, or several separated by commas. */
export function phraseList(text: string): ReadonlySet<string> {
  return new Set(phrases(text));
}

/** The phrases of a list in order: trimmed, without empty ones. */
export function phrases(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
