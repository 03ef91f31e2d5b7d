import { withoutNul } from './session.js';

/** The server takes no longer word, no more places of one word, and no longer list of words (textsearch-limitations). */
const MAX_WORD_BYTES = 2_000;
const MAX_PLACES = 255;
const MAX_LIST_BYTES = 900_000;

export function wordsOf(text: string): string[] {
  return withoutNul(text)
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

export const countWords = (terms: string): number => wordsOf(terms).length;

/** How often a text has each of its words, as the server writes such lists; its own parser would split stems again. */
export function wordVector(terms: string): string {
  const often = new Map<string, number>();
  for (const word of wordsOf(terms)) often.set(word, (often.get(word) ?? 0) + 1);
  const parts: string[] = [];
  let bytes = 0;
  for (const [word, count] of often) {
    const length = Buffer.byteLength(word);
    if (length > MAX_WORD_BYTES) continue;
    bytes += length + 2 * Math.min(count, MAX_PLACES) + 8;
    if (bytes > MAX_LIST_BYTES) break;
    parts.push(`${quoted(word)}:${places(count)}`);
  }
  return parts.join(' ');
}

function places(count: number): string {
  return Array.from({ length: Math.min(count, MAX_PLACES) }, (_, at) => at + 1).join(',');
}

/** Any of the words. */
export function anyOf(words: readonly string[]): string {
  return words.map(quoted).join(' | ');
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
