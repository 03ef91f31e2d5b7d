import { LOOK_ALIKE_LETTERS } from '../../domain/marks.js';
import { matchAll } from '../../language/pattern-matching.js';

/** A text as a reader would take it, and how much it was disguised. */
interface PlainText {
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
/** Minimum number of styled letters: fewer are decoration. */
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

/** A text hidden in another, and its encoding. */
interface Decoded {
  readonly text: string;
  readonly way: string;
}

const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,4000}={0,2}(?![A-Za-z0-9+/=_-])/g;
const HEX =
  /(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{2}){14,2000}(?![0-9a-z])|(?<![0-9a-z])(?:[0-9a-f]{2} ){13,600}[0-9a-f]{2}(?![0-9a-z])/gi;
const PERCENT = /[^\s"'<>]{0,300}(?:%[0-9a-f]{2}[^\s"'<>%]{0,60}){3,200}/gi;
const BITS = /(?<![01])(?:[01]{8}[ ]?){8,500}(?![01])/g;
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};
/** Maximum number of texts decoded: more is a table of data. */
const MAX_DECODED = 24;
const MIXED = /[a-z][013457@$]|[013457@$][a-z]/i;
/** Words in most English sentences, for telling whether a decoding makes sense. */
const ENGLISH = new Set(
  'the and you your all of to in is it that this for with me my on from any not are be or if as at an user system prompt instructions rules previous send show tell print ignore reveal above now password secret answer message file files data text token everything forget disregard obey'.split(
    ' ',
  ),
);

/**
 * What is hidden in a text by the common encodings. Each piece is read once; what decodes to no readable text is
 * ignored.
 */
export function decodeHidden(text: string): Decoded[] {
  const found: Decoded[] = [];
  const add = (decoded: string, way: string): void => {
    if (found.length < MAX_DECODED && isReadable(decoded)) found.push({ text: decoded, way });
  };
  const signs = countSigns(text);
  if (signs.longest >= MIN_BASE64)
    for (const [run] of matchAll(text, BASE64))
      if (/[a-z]/.test(run) && (/[A-Z]/.test(run) || /\d/.test(run)))
        add(Buffer.from(run, 'base64').toString('utf8'), 'base64');
  if (signs.hex >= MIN_HEX)
    for (const [run] of matchAll(text, HEX))
      add(Buffer.from(run.replace(/^0x|\s/g, ''), 'hex').toString('utf8'), 'hexadecimal');
  if (signs.percents >= MIN_PERCENTS)
    for (const [run] of matchAll(text, PERCENT))
      if (!/^https?:/i.test(run)) add(fromPercent(run), 'per cent signs');
  if (signs.bits >= MIN_BITS)
    for (const [run] of matchAll(text, BITS))
      add(
        run
          .replace(/ /g, '')
          .replace(/[01]{8}/g, (bits) => String.fromCharCode(Number.parseInt(bits, 2))),
        'binary digits',
      );
  for (const line of text.split('\n')) for (const part of turned(line)) add(part.text, part.way);
  return found;
}

/** Minimum number of an encoding's characters in a piece. */
const [MIN_BASE64, MIN_HEX, MIN_PERCENTS, MIN_BITS] = [24, 28, 3, 64];

interface Signs {
  /** Longest run of letters, digits and the like. */
  readonly longest: number;
  /** Longest run of hexadecimal digits and spaces. */
  readonly hex: number;
  readonly percents: number;
  readonly bits: number;
}

/** Rules out, in one pass, that a text contains an encoded piece. */
function countSigns(text: string): Signs {
  let [longest, run, hex, hexRun, percents, bits] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code >= 48 && code <= 57;
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    run =
      digit || letter || code === 43 || code === 45 || code === 47 || code === 61 || code === 95
        ? run + 1
        : 0;
    if (run > longest) longest = run;
    hexRun = digit || code === 32 || (letter && (code | 32) <= 102) ? hexRun + 1 : 0;
    if (hexRun > hex) hex = hexRun;
    if (code === 37) percents++;
    if (code === 48 || code === 49) bits++;
  }
  return { longest, hex, percents, bits };
}

/** A line that only makes sense when decoded: rotated (ROT13), reversed or from leetspeak. */
function turned(line: string): Decoded[] {
  const words = line.toLowerCase().match(/[a-z@$0134570]+/g) ?? [];
  if (words.length < 3 || words.length > 400) return [];
  const mixed = MIXED.test(line);
  const plain = english(words);
  // If every seventh word is English, it makes sense as it is.
  if (plain * 7 >= words.length && !mixed) return [];
  const rot = line.replace(/[a-z]/gi, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) + (sign.toLowerCase() < 'n' ? 13 : -13)),
  );
  const back = [...line].reverse().join('');
  const leet = mixed
    ? line.replace(/[013457@$](?=[a-z])|(?<=[a-z])[013457@$]/gi, (sign) => LEET[sign] ?? sign)
    : '';
  return [
    { text: rot, way: 'rot13' },
    { text: back, way: 'reversed letters' },
    { text: leet, way: 'digits for letters' },
  ].filter(
    ({ text }) =>
      text !== '' &&
      english(text.toLowerCase().match(/[a-z]+/g) ?? []) >= Math.max(2, 2 * plain + 1),
  );
}

function english(words: readonly string[]): number {
  return words.filter((word) => ENGLISH.has(word)).length;
}

function fromPercent(run: string): string {
  try {
    return decodeURIComponent(run.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/** Mostly letters and spaces, and more than one word. */
function isReadable(text: string): boolean {
  if (text.length < 8 || text.includes('\ufffd')) return false;
  const letters = text.match(/[\p{L} ]/gu)?.length ?? 0;
  return letters / text.length > 0.8 && /\p{L}{2} \p{L}{2}/u.test(text);
}

/** A text with its quotations separated from its own words. */
interface Unquoted {
  /** The text with each quotation reduced to its quotation marks. */
  readonly text: string;
  /** The quotations, in order. */
  readonly mentions: readonly string[];
}

/** Words in quotation marks, on one line. */
export const QUOTED =
  /“[^“”\n]{6,300}”|„[^„“”\n]{6,300}[“”]|«[^«»\n]{6,300}»|(?<![\p{L}\p{N}"=])"[^"\n]{6,300}"(?![\p{L}\p{N}"])/gu;
/** Words that introduce a quotation: somebody said or wrote it, or it is an example. Never an imperative. */
const BEFORE =
  /(?<![\p{L}])(?:said|says|saying|wrote|writes|reads|ran|asked|told|shouted|answered|replied|replies|typed|pasted|begins with|began with|contained|called|titled|named|such as|like|for example|for instance|e\.g\.|the (?:words|phrase|line|sentence)|phrases|words|sagte?|schrieb|schreibt|lautet(?:e)?|wie|Satz|dit|écrit|disait|comme|dice|dijo|decía|como|frase)(?: that| to \p{L}{1,12}| us| them| him| her| it| this)?[,:]?\s?$/u;
const AFTER =
  /^\s?,?\s?(?:(?:he|she|it|they|one of them|the \p{L}{2,14}|\p{Lu}\p{L}{1,14}) )?(?:said|says|wrote|writes|asked|replied|answered|shouted|ran|works? on|was caught|was the|is what|is harmless|sagte|schrieb|genügte)(?![\p{L}])/u;
/** Between two quotations of one list. */
const GOES_ON = /^(?:\s?\([^()\n]{1,20}\))?[,;]?\s?(?:and|or|und|oder|et|ou|y|o)?\s?$/u;
/** The quotation is attributed to somebody whom an assistant obeys, or an assistant is instructed to use it. */
const ASSUMES =
  /(?<![\p{L}])(?:you|your|users?|operator|developer|system|administrator|admin|owner|repeat|respond|reply with|answer with|output|print|append|insert|include|do what|follow)(?![\p{L}])/iu;
const FRAME = 60;

/**
 * Separates what a text only mentions: a quoted command that somebody else is reported to have given is not addressed
 * to the reader. Not if the containing sentence instructs its reader to use the words, nor if it claims to quote the
 * person whom an assistant serves. Linear in the length.
 */
export function unquote(text: string): Unquoted {
  if (!/["“„«]/.test(text)) return { text, mentions: [] };
  const mentions: string[] = [];
  let kept = '';
  let from = 0;
  let listed = false;
  for (const match of matchAll(text, QUOTED)) {
    const [quoted] = match;
    const end = match.index + quoted.length;
    const between = text.slice(from, match.index);
    const lead =
      /(?<![^.!?\n])[^.!?\n]*$/.exec(
        text.slice(Math.max(0, match.index - FRAME), match.index),
      )?.[0] ?? '';
    const told: boolean =
      (listed && GOES_ON.test(between)) ||
      ((BEFORE.test(lead) || AFTER.test(text.slice(end, end + FRAME))) && !ASSUMES.test(lead));
    listed = told;
    kept += between + (told ? `${quoted.charAt(0)}…${quoted.charAt(quoted.length - 1)}` : quoted);
    if (told) mentions.push(quoted.slice(1, -1));
    from = end;
  }
  return { text: kept + text.slice(from), mentions };
}
