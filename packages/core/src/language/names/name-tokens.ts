import { specialChunk } from './special-chunks.js';
import { isInitials, shapeOf, type Shape } from './word-shape.js';
import { matchAll } from '../match-all.js';

/** A word as input of the name reader. */
export interface NameToken {
  /** Without possessive, sigil or elided article. */
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly shape: Shape;
  /** The following words belong to this one: "Melanie's". */
  readonly possessive: boolean;
  /** A capital is expected here: start of a sentence, a quotation, a list item, or after a colon or dash. */
  readonly initial: boolean;
  /** Only blanks (or the full stop of an abbreviation, or "&") are between this token and the previous one. */
  readonly joined: boolean;
  /** The characters between the previous token and this one. */
  readonly gap: string;
}

const CHUNK = /\S+/g;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’&._+\-/](?=[\p{L}\p{N}]))*(?:\+\+|#|\+)?/gu;
const POSSESSIVE = /['’]s$/i;
const CONTRACTION = /['’](?:ll|d|ve|re|m|S)$/i;
const ELISION = /^(?:[ldjmtsncLDJMTSNC]|[Qq]u)['’](?=\p{Lu})/u;
const SUFFIXED = /\.(?:js|io|ai|com|net|org|app|dev|ts|NET)$/i;
const SOFT_START =
  /[:"“”„«»‘(\[*\u2022\u2013\u2014\u2028|<>~=]|^\s*-+\s|\p{Extended_Pictographic}/u;
const HARD_START = /[.!?…\n。！？]/;

/** The words of `text` in order, with the features of their spelling and context. Linear in the length of the text. */
export function nameTokens(text: string, abbreviations: ReadonlySet<string>): NameToken[] {
  const scan: Scan = { text, abbreviations, tokens: [], lastEnd: 0 };
  for (const chunk of matchAll(text, CHUNK)) readChunk(scan, chunk[0], chunk.index);
  return scan.tokens;
}

interface Scan {
  readonly text: string;
  readonly abbreviations: ReadonlySet<string>;
  readonly tokens: NameToken[];
  lastEnd: number;
}

function readChunk(scan: Scan, chunk: string, offset: number): void {
  if (chunk.includes('://') || chunk.startsWith('www.')) {
    scan.lastEnd = offset + chunk.length;
    return;
  }
  const special = specialChunk(chunk);
  if (special === 'skip') {
    scan.lastEnd = offset + chunk.length;
    return;
  }
  if (special !== undefined) {
    push(scan, special.text, special.shape, offset + special.from, offset + special.to, false);
    return;
  }
  for (const match of matchAll(chunk, WORD)) readWord(scan, match[0], offset + match.index);
}

function readWord(scan: Scan, raw: string, offset: number): void {
  if (
    raw.includes('.') &&
    !isInitials(raw) &&
    !/^\d/.test(raw) &&
    !SUFFIXED.test(raw) &&
    !scan.abbreviations.has(raw.toLowerCase())
  ) {
    return readParts(scan, raw, offset, '.');
  }
  if (raw.includes('/')) return readParts(scan, raw, offset, '/');
  const elided = ELISION.exec(raw)?.[0].length ?? 0;
  const keepElided = elided > 0 && /^[DL]['’]\p{Lu}\p{Ll}/u.test(raw) && raw[0] !== 'L';
  const skip = keepElided ? 0 : elided;
  const possessive =
    POSSESSIVE.test(raw) ||
    (/^['’](?!\p{L})/u.test(scan.text.slice(offset + raw.length, offset + raw.length + 2)) &&
      /s$/i.test(raw));
  const contraction = CONTRACTION.exec(raw)?.[0].length ?? 0;
  const cut = POSSESSIVE.test(raw) ? 2 : contraction;
  const text = raw.slice(skip, raw.length - cut);
  if (text === '') return;
  push(scan, text, shapeOf(text), offset + skip, offset + skip + text.length, possessive);
  scan.lastEnd = offset + raw.length;
}

function readParts(scan: Scan, raw: string, offset: number, separator: string): void {
  let start = 0;
  for (const part of raw.split(separator)) {
    if (part !== '') readWord(scan, part, offset + start);
    start += part.length + 1;
  }
}

function push(
  scan: Scan,
  text: string,
  shape: Shape,
  start: number,
  end: number,
  possessive: boolean,
): void {
  const gap = scan.text.slice(scan.lastEnd, start);
  const last = scan.tokens.at(-1);
  const abbreviated =
    last !== undefined && /^\.\s?$/.test(gap) && isAbbreviation(last, scan.abbreviations);
  const joined = last !== undefined && (abbreviated || /^[ \t]+$/.test(gap) || gap === ' & ');
  const initial = last === undefined || (!joined && (HARD_START.test(gap) || SOFT_START.test(gap)));
  scan.tokens.push({
    text,
    lower: text.toLowerCase(),
    start,
    end,
    shape,
    possessive,
    initial,
    joined,
    gap,
  });
  scan.lastEnd = end;
}

function isAbbreviation(token: NameToken, abbreviations: ReadonlySet<string>): boolean {
  return token.shape === 'letter' || isInitials(token.text) || abbreviations.has(token.lower);
}
