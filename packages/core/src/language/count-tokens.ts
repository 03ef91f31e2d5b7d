import { tokensOfCharacter, tokensOfWord } from './token-costs.js';

/** Marks of JSON that encodings keep together. */
const GLUE: ReadonlySet<string> = new Set([':"', '":', '",', '"}', '"]', '{"', '["']);
const JOINTS: ReadonlySet<string> = new Set(['":"', '","']);
const SUFFIX = /'(?:s|t|re|ve|ll|d|m)(?![A-Za-z])/y;

/**
 * The number of tokens a language model makes of a text, estimated from above: an English word is one, a
 * longer one more, two digits are one, a rare character as many as it has bytes. Models differ, so a budget
 * is kept by never counting less than they do (tested against a real encoding). Linear.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const end = pieceEnd(text, at, code);
    tokens += tokensOfPiece(text, at, end, code);
    at = end;
  }
  return Math.ceil(tokens);
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Pieces: words with their leading capitals, runs of digits and of spaces, JSON's marks, suffixes; anything
 * else by itself.
 */
function pieceEnd(text: string, at: number, code: number): number {
  if (isCapital(code)) return runEnd(text, runEnd(text, at, isCapital), isSmall);
  if (isSmall(code)) return runEnd(text, at, isSmall);
  if (isDigit(code)) return runEnd(text, at, isDigit);
  if (code === 32) return runEnd(text, at, (each) => each === 32);
  if (code > 127) return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  if (code === 39) return at + suffixLength(text, at);
  return at + (JOINTS.has(text.slice(at, at + 3)) ? 3 : GLUE.has(text.slice(at, at + 2)) ? 2 : 1);
}

function runEnd(text: string, from: number, holds: (code: number) => boolean): number {
  let end = from;
  while (end < text.length && holds(text.charCodeAt(end))) end++;
  return end;
}

/** "'s" behind a word is one token. */
function suffixLength(text: string, at: number): number {
  const previous = text.charCodeAt(at - 1) | 32;
  SUFFIX.lastIndex = at;
  return isSmall(previous) ? (SUFFIX.exec(text)?.[0].length ?? 1) : 1;
}

function tokensOfPiece(text: string, start: number, end: number, code: number): number {
  if (isCapital(code) || isSmall(code)) return tokensOfWord(text, start, end);
  if (isDigit(code)) return Math.ceil((end - start) / 2);
  if (code === 32) return tokensOfSpaces(end - start, text.charCodeAt(end));
  return code < 128 ? 1 : tokensOfCharacter(text.codePointAt(start) ?? 0);
}

/** One space belongs to the word or mark after it; before digits and at the end of a text it counts separately. */
function tokensOfSpaces(length: number, next: number): number {
  const isOpen = next > 32 && next < 127 && !isDigit(next);
  return Math.ceil((length - 1) / 8) + (isOpen ? 0 : 1);
}
