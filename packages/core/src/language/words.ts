import { matchAll } from './match-all.js';

/** A word of a text. */
export interface Word {
  /** NFKC, lower case, plain apostrophes. */
  readonly text: string;
  /** Offsets in the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const RUN = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}\p{M}]+|[.:](?=\p{N})\p{N}+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Variation selectors and the keycap: a digit drawn as an emoji is the same digit. */
const EMOJI_MARKS = /[\ufe00-\ufe0f\u20e3]/gu;
/** What a Turkish capital i with its dot becomes as a small letter: an i and a dot of its own. */
const DOTTED_I = /i\u0307/gu;
/** A character followed by variation selectors. */
const DRAWN = /[^][\ufe00-\ufe0f\u20e3]*/gu;
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/**
 * The words of a text in any script: letters, marks and digits with inner apostrophes; hyphens split.
 * Scripts without spaces yield overlapping pairs of characters, the usual substitute for words. Linear in
 * the text.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const match of matchAll(text, RUN)) {
    const raw = match[0];
    const start = match.index;
    if (!ASCII_ONLY.test(raw) && UNSPACED.test(raw)) found.push(...pairs(raw, start));
    else found.push({ text: fold(raw), start, end: start + raw.length });
  }
  return found;
}

function fold(raw: string): string {
  return ASCII_ONLY.test(raw)
    ? raw.toLowerCase()
    : raw
        .replace(EMOJI_MARKS, '')
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(DOTTED_I, 'i');
}

/** Cuts a run into stretches of one script, and unspaced stretches into pairs. */
function pairs(raw: string, offset: number): Word[] {
  const found: Word[] = [];
  let at = 0;
  for (const stretch of raw.split(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u,
  )) {
    const start = offset + at;
    at += stretch.length;
    if (!UNSPACED.test(stretch)) {
      found.push({ text: fold(stretch), start, end: start + stretch.length });
      continue;
    }
    const characters = stretch.match(DRAWN) ?? [];
    let place = start;
    characters.forEach((character, index) => {
      const next = characters[index + 1];
      const pair = next === undefined ? character : character + next;
      if (next !== undefined || characters.length === 1)
        found.push({ text: fold(pair), start: place, end: place + pair.length });
      place += character.length;
    });
  }
  return found;
}
