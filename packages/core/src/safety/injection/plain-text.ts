import { LOOK_ALIKE_LETTERS } from '../../domain/look-alike-letters.js';

/** A text as a reader would take it, and how much it was disguised. */
export interface PlainText {
  readonly text: string;
  /** The disguises found, in words. */
  readonly disguises: readonly string[];
}

const WORD = /[\p{L}\p{M}\u200b-\u200d\u2060\ufeff\u00ad]+/gu;
const INVISIBLE = /[\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]/gu;
const WITHIN = /\p{L}[\u200b\u200c\u2060-\u2064\ufeff\u00ad\u180e]+\p{L}/u;
const TAGS = /[\u{E0020}-\u{E007E}]+/gu;
const BIDI = /[\u202a-\u202e\u2066-\u2069]/gu;
const STYLED = /[\u{1D400}-\u{1D7FF}\uFF21-\uFF3A\uFF41-\uFF5A\u24B6-\u24E9\u{1F130}-\u{1F189}]/gu;
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]{1,3}){7,400}\p{L}(?![\p{L}\p{N}])/gu;
const LONE_LETTERS = /(?:[a-z][ ._*-]{1,3}){4}[a-z](?![a-z])/i;
/** Scripts with letters that look like Latin ones. */
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Fewer styled letters are decoration. */
const MIN_STYLED = 8;

/** Removes disguises: look-alike, styled and spaced-out letters, invisible characters. Linear in the length. */
export function plainText(given: string): PlainText {
  if (/^[\x00-\x7f]*$/.test(given) && !LONE_LETTERS.test(given))
    return { text: given, disguises: [] };
  const disguises: string[] = [];
  let text = given;
  const hidden = text.match(TAGS)?.map(untag).join(' ') ?? '';
  if (hidden.trim().length > 2) {
    disguises.push('letters that cannot be seen');
    text = `${text.replace(TAGS, ' ')}\n${hidden}`;
  }
  if (BIDI.test(text)) {
    if ((text.match(BIDI) ?? []).length > 1 && /\u202e/.test(text))
      disguises.push('letters in reversed order');
    text = text.replace(BIDI, '');
  }
  if (text.search(INVISIBLE) >= 0) {
    if (WITHIN.test(text)) disguises.push('invisible signs within words');
    text = text.replace(INVISIBLE, '');
  }
  const styled = text.match(STYLED)?.length ?? 0;
  if (styled >= MIN_STYLED) disguises.push('letters in disguise');
  if (styled > 0) text = text.replace(STYLED, (sign) => sign.normalize('NFKD'));
  text = text.replaceAll('\u3000', ' ');
  let mixed = 0;
  const foreign = LIKE_LATIN.test(text);
  if (foreign)
    text = text.replace(WORD, (word) => {
      if (!/[a-z]/i.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) return word;
      mixed++;
      return [...word].map((sign) => LOOK_ALIKE_LETTERS.get(sign) ?? sign).join('');
    });
  if (mixed > 1) {
    disguises.push('look-alike letters');
    // A word made entirely of look-alikes is judged by its neighbours.
    text = text.replace(WORD, (word) =>
      [...word].every((sign) => LOOK_ALIKE_LETTERS.has(sign))
        ? [...word].map((sign) => LOOK_ALIKE_LETTERS.get(sign)).join('')
        : word,
    );
  }
  text = text.replace(SPACED, (run) => {
    disguises.push('letters with spaces between');
    return run
      .split(/[ ._*-]{2,3}/)
      .map((word) => word.replace(/[ ._*-]/g, ''))
      .join(' ');
  });
  return { text, disguises };
}

function untag(run: string): string {
  return [...run]
    .map((sign) => String.fromCharCode((sign.codePointAt(0) ?? 0xe0020) - 0xe0000))
    .join('');
}
