import { editDistance } from '../string-similarity.js';

const PLAIN = /^[\x20-\x7e]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
const UNDECOMPOSED: Readonly<Record<string, string>> = Object.freeze({
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
});

/**
 * A name normalised for comparison: lower case, without Latin accents (other scripts keep their marks), possessive
 * ending and full stops, white space collapsed. Idempotent.
 */
export function normaliseName(name: string): string {
  const lower = foldAccents(name);
  const folded = lower.replace(/\./g, '').replace(/\s+/g, ' ').trim();
  return dropPossessive(folded);
}

/** Latin letters without their accents, in lower case; plain apostrophes. */
export function foldAccents(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[ßøłđðþæœı]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

function dropPossessive(name: string): string {
  let end = name.length;
  for (;;) {
    if (name.endsWith("'s", end)) end -= 2;
    else if (end > 1 && name.endsWith("s'", end)) end -= 1;
    else break;
  }
  return end === name.length ? name : name.slice(0, end).trimEnd();
}

const VOWEL = /[aeiou]/;

/** Spellings of the same sound in names in Latin letters: each is replaced by one of them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/(?:ck|q)/g, 'k'],
  [/c(?![eih])/g, 'k'],
  [/(?:sz|z)/g, 's'],
  [/y/g, 'i'],
  [/(?<=[a-z])h(?![aeiou])/g, ''],
  [/(?<=ia)h$/g, ''],
  [/w/g, 'v'],
  [/(.)\1+/g, '$1'],
];

/** A normalised word by its sound: “katherine” and “catherine” are the same. */
export function soundOf(word: string): string {
  return SPELLINGS.reduce((sound, [pattern, plain]) => sound.replace(pattern, plain), word);
}

/** The sound without inner vowels: the key for looking up misspelt names. */
export function soundKey(word: string): string {
  const sound = soundOf(word);
  return sound.length < 4 ? word : sound.slice(0, 1) + sound.slice(1).replaceAll(/[aeiouh]/g, '');
}

/**
 * “Giulia” and “Giulio”, “Henrik” and “Henrike”: names that differ in the final vowel are different names, not
 * misspellings.
 */
export function areTwins(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || a === b) return false;
  const last = long.slice(-1);
  if (!VOWEL.test(last)) return false;
  return long.length === short.length
    ? long.slice(0, -1) === short.slice(0, -1) && VOWEL.test(short.slice(-1))
    : long.slice(0, -1) === short;
}

const MIN_MISSPELT = 5;
const LONG = 9;

/** One letter different, or two in a long word; the first letter must match. */
export function isMisspelt(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.min(a.length, b.length) < MIN_MISSPELT) return false;
  const limit = Math.min(a.length, b.length) >= LONG ? 2 : 1;
  return editDistance(a, b, limit) <= limit;
}

const MIN_CLIPPED = 3;
const ONE_WORD = /^\p{L}+$/u;

/** “Gwen” of “Gwendolyn”: a prefix of a name, at least three letters, with two or more omitted. */
export function isClipped(short: string, long: string): boolean {
  return (
    short.length >= MIN_CLIPPED &&
    long.length - short.length >= 2 &&
    long.startsWith(short) &&
    ONE_WORD.test(long)
  );
}
