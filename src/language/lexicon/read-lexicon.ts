/** The lines of a word list, headings and blanks left out, each as its words. */
export function readLexicon(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
}
