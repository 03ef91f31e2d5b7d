import { matchAll } from '../../language/match-all.js';

/** A text hidden in another, and its encoding. */
export interface Decoded {
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
const MOST = 24;
const MIXED = /[a-z][013457@$]|[013457@$][a-z]/i;
/** Words in most English sentences, for telling whether a decoding makes sense. */
const ENGLISH = new Set(
  'the and you your all of to in is it that this for with me my on from any not are be or if as at an user system prompt instructions rules previous send show tell print ignore reveal above now password secret answer message file files data text token everything forget disregard obey'.split(
    ' ',
  ),
);

/**
 * What is hidden in a text by the common encodings. Each piece is read once; what decodes to no readable
 * text is ignored.
 */
export function decodeHidden(text: string): Decoded[] {
  const found: Decoded[] = [];
  const add = (decoded: string, way: string): void => {
    if (found.length < MOST && isReadable(decoded)) found.push({ text: decoded, way });
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
