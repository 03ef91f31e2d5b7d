import { matchAll } from './match-all.js';

/** Maximum length of a piece of a document, in UTF-16 units: what a reader takes in at once. */
export const PIECE = 1_200;

export interface Piece {
  /** Trimmed, never empty. */
  readonly text: string;
  /** Its offset in the text that was split. */
  readonly at: number;
}

/** Where a piece may end, best first: after a sentence, at a line's end, between words. */
const BREAKS = [/[.!?…]["'”’)\]]*(?=\s)|[。！？]["”’」』）]*/gu, /(?=\n)/gu, /(?=\s)/gu] as const;

/** Splits a text into pieces of at most `limit` units, at sentence ends if possible. */
export function splitText(text: string, limit = PIECE): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const end =
      text.length - at <= limit
        ? text.length
        : at + breakWithin(text.slice(at, at + limit + 1), limit);
    const part = text.slice(at, end);
    const trimmed = part.trim();
    if (trimmed !== '')
      pieces.push({ text: trimmed, at: at + (part.length - part.trimStart().length) });
    at = end;
  }
  return pieces;
}

/** Where to cut a window one unit longer than the limit. A break in its first third would leave a scrap. */
function breakWithin(window: string, limit: number): number {
  for (const pattern of BREAKS) {
    const ends = matchAll(window, pattern).map((match) => match.index + match[0].length);
    const last = ends.findLast((end) => end <= limit && end > limit / 3);
    if (last !== undefined) return last;
  }
  const cutsPair =
    limit > 1 &&
    /[\uD800-\uDBFF]/.test(window.charAt(limit - 1)) &&
    /[\uDC00-\uDFFF]/.test(window.charAt(limit));
  return cutsPair ? limit - 1 : limit;
}
