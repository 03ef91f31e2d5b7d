import { editDistance } from '../edit-distance.js';

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
 * “Giulia” and “Giulio”, “Henrik” and “Henrike”: names that differ in the final vowel are two names, not a
 * misspelling.
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
