import { matchAll } from '../pattern-matching.js';
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

const FILE =
  /^[\w.-]*(?:\/[\w.-]+)+$|^[\w-]+\.(?:ts|js|tsx|jsx|json|py|rs|go|java|rb|md|ya?ml|toml|sql|html|css|sh|csv|txt|lock)$/;
const CHUNK_POSSESSIVE = /['’]s$/i;
/** Chunks such as Node.js and example.com that look like files. */
const CHUNK_SUFFIXED = /\.(?:js|io|ai|com|net|org|app|dev|ts|NET)$/i;

/** One token that fills its chunk; `from` and `to` are relative to the chunk. */
interface Special {
  readonly text: string;
  readonly shape: Shape;
  readonly from: number;
  readonly to: number;
}

/**
 * A chunk that is one token because of its sigil or form: `@maria`, `#running`, `` `parse()` ``, `src/index.ts`;
 * 'skip' for an e-mail address.
 */
function specialChunk(chunk: string): Special | 'skip' | undefined {
  const from = firstInner(chunk);
  const body = chunk.slice(from, lastInner(chunk, from));
  if (body.length < 2) return undefined;
  const to = from + body.length;
  const ticked = chunk[from - 1] === '`' && chunk[to] === '`';
  if (ticked) return { text: body, shape: 'code', from: from - 1, to: to + 1 };
  const at = body.indexOf('@');
  if (at > 0) return 'skip';
  if (at === 0)
    return { text: body.slice(1), shape: body.includes('/') ? 'code' : 'handle', from, to };
  if (body[0] === '#')
    return /^#\p{L}/u.test(body) ? { text: body.slice(1), shape: 'tag', from, to } : undefined;
  if (
    (body.includes('/') || body.includes('.')) &&
    body.length <= 200 &&
    FILE.test(body) &&
    isFile(body)
  ) {
    return { text: body, shape: 'code', from, to };
  }
  return undefined;
}

/** "and/or" and "9/10" are not paths: a path has an extension, a leading slash, or more than one slash. */
function isFile(body: string): boolean {
  if (
    !/[a-z]/i.test(body) ||
    (CHUNK_SUFFIXED.test(body) && !body.includes('/') && /^[A-Z]/.test(body))
  )
    return false;
  return (
    !body.includes('/') ||
    body.startsWith('/') ||
    body.includes('.') ||
    body.indexOf('/') !== body.lastIndexOf('/')
  );
}

function firstInner(chunk: string): number {
  let from = 0;
  while (from < chunk.length && '("\'“‘`[{<*_'.includes(chunk[from] as string)) from++;
  return from;
}

function lastInner(chunk: string, from: number): number {
  let to = chunk.length;
  while (to > from && '.,;:!?)"\'”’`]}>*_…'.includes(chunk[to - 1] as string)) to--;
  if (to > from && CHUNK_POSSESSIVE.test(chunk.slice(to - 2, to))) to -= 2;
  return to;
}

/**
 * The form of a token. `code` is an identifier, a file or anything in backticks; `uncased` a script without capitals.
 */
export type Shape =
  | 'lower'
  | 'capital'
  | 'letter'
  | 'caps'
  | 'mixed'
  | 'number'
  | 'handle'
  | 'tag'
  | 'code'
  | 'uncased';

const NAME_PREFIX = /^(?:Mc|Mac|O['’]|D['’]|De|Di|Du|Da|Le|La|Van|Von|Fitz|St|Al)\p{Lu}\p{Ll}+$/u;
const INITIALS = /^(?:\p{Lu}\.)+\p{Lu}$/u;

/** "J.K", "U.S": capitals with full stops between them. */
function isInitials(text: string): boolean {
  return INITIALS.test(text);
}

/** The forms of nearly all English words. */
const PLAIN_WORD = /^(?:[a-z]+|([A-Z])[a-z]+)$/;

/** The form of a word. A Scottish, Irish or Romance prefix does not count as mixed case: McDonald, O'Brien, LeBron. */
function shapeOf(text: string): Shape {
  const plain = PLAIN_WORD.exec(text);
  if (plain !== null) return plain[1] === undefined ? 'lower' : 'capital';
  const first = String.fromCodePoint(text.codePointAt(0) as number);
  if (first >= '0' && first <= '9') return /^[\d.,:]+$/.test(text) ? 'number' : 'lower';
  if (/_/.test(text)) return 'code';
  if (first.toLowerCase() === first.toUpperCase()) return 'uncased';
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length === 1)
    return first === first.toUpperCase() ? (text.length > 1 ? 'caps' : 'letter') : 'lower';
  if (isInitials(text)) return 'caps';
  const upper = first !== first.toLowerCase();
  if (upper && (letters === letters.toUpperCase() || /^\p{Lu}{2,}s$/u.test(text))) return 'caps';
  if (upper && NAME_PREFIX.test(text)) return 'capital';
  const inner = text.split(/[-–]/).some((part) => /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}/u.test(part));
  if (inner) return upper || /^\p{Ll}\p{Lu}/u.test(text) ? 'mixed' : 'code';
  return upper ? 'capital' : 'lower';
}

/** One word as input to the name reader. */
export interface NameToken {
  /** Without possessive, sigil or elided article. */
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly shape: Shape;
  /** The token is a possessive, "Melanie's": the following words belong to it. */
  readonly possessive: boolean;
  /** A capital is expected here in any case: start of a sentence, quotation or list item, or after a colon or dash. */
  readonly initial: boolean;
  /** Only blanks (or the full stop of an abbreviation, or "&") are between this token and the previous one. */
  readonly joined: boolean;
  /** The characters between the previous token and this one. */
  readonly gap: string;
}

const CHUNK = /\S+/g;
const WORD =
  /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’&._+\-/](?=[\p{L}\p{N}])|(?<=\p{N}),(?=\p{N}{3}))*(?:\+\+|#|\+)?/gu;
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

/** Most chunks: letters alone, and what ends a clause. */
const PLAIN_CHUNK = /^([A-Za-z]+)[.,!?;:]*$/;

function readChunk(scan: Scan, chunk: string, offset: number): void {
  const word = PLAIN_CHUNK.exec(chunk)?.[1];
  if (word !== undefined) {
    push(scan, word, shapeOf(word), offset, offset + word.length, false);
    return;
  }
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
  const joined =
    last !== undefined &&
    (gap === ' ' ||
      gap === ' & ' ||
      /^[ \t]+$/.test(gap) ||
      (/^\.\s?$/.test(gap) && isAbbreviation(last, scan.abbreviations)));
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
