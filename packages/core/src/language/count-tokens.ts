import { IRREGULAR, ONE_TOKEN_WORDS, SYNONYMS, TOPICS } from './lexicon.js';
import { ENGLISH_STOP_WORDS } from './segmentation.js';

/** Letter trigrams that occur in English, word boundaries included: words with any other cost more tokens. */
const LISTED =
  [...ENGLISH_STOP_WORDS, IRREGULAR, SYNONYMS, TOPICS].join(' ').match(/[a-z]{2,}/g) ?? [];
const TRIGRAMS = trigrams(LISTED);
/** Common words up to this length are one token each after a space, as are most of their plurals. */
const LONGEST_COMMON = 8;
const COMMON: ReadonlySet<string> = new Set(
  LISTED.flatMap((word) => (word.length > LONGEST_COMMON ? [] : [word])),
);

/** Extra tokens per trigram that no English word has; encodings know more of names. */
const STRANGE = 0.85;
const STRANGE_IN_NAME = 0.35;

let oneToken: ReadonlySet<string> | null = null;

/** Words that are one token after a space in both common encodings; loaded on first use. */
export function oneTokenWords(): ReadonlySet<string> {
  if (oneToken !== null) return oneToken;
  const words = new Set<string>();
  let word = '';
  for (const [, kept = 'A', rest = ''] of ONE_TOKEN_WORDS.matchAll(/([A-Z])([a-z]*)/g)) {
    word = word.slice(0, kept.charCodeAt(0) - 65) + rest;
    words.add(word);
  }
  oneToken = words;
  return words;
}

function trigrams(list: readonly string[]): Uint8Array {
  const known = new Uint8Array(27 ** 3);
  for (const word of list) {
    for (const ending of ['', 's', 'ing', 'ed', 'er', 'ly']) {
      const form = word + ending;
      for (let at = 1; at <= form.length; at++) known[placeOf(form, at, 0, form.length)] = 1;
    }
  }
  return known;
}

/** The index of the letter trigram that ends at `at`, ignoring case; 0 stands for a word boundary. */
function placeOf(text: string, at: number, start: number, end: number): number {
  const first = at - 2 < start ? 0 : (text.charCodeAt(at - 2) | 32) - 96;
  const last = at >= end ? 0 : (text.charCodeAt(at) | 32) - 96;
  return (first * 27 + (text.charCodeAt(at - 1) | 32) - 96) * 27 + last;
}

/** Estimated tokens of `[start, end)`, a run of ASCII letters with at most a leading capital. */
function tokensOfWord(text: string, start: number, end: number): number {
  const length = end - start;
  if (length === 1) return 1;
  if (length > 2 && text.charCodeAt(start + 1) < 97) return 0.5 + length * 0.7;
  const follows = text.charCodeAt(start - 1) === 32;
  const isName = text.charCodeAt(start) < 97;
  if (follows && oneTokenWords().has(text.slice(start, end).toLowerCase())) return isName ? 1.1 : 1;
  let strange = 0;
  for (let at = start + 1; at <= end; at++)
    if (TRIGRAMS[placeOf(text, at, start, end)] !== 1) strange++;
  if (isName)
    return Math.min(length, (follows ? 0.9 : 1.3) + length * 0.15 + strange * STRANGE_IN_NAME);
  if (strange > 0)
    return Math.min(length, 1.35 + Math.max(0, length - 4) * 0.5 + strange * STRANGE);
  if (follows && length <= LONGEST_COMMON + 1) {
    const word = text.slice(start, end);
    if (COMMON.has(word)) return 1.1;
    if (word.endsWith('s') && COMMON.has(word.slice(0, -1))) return 1.4;
  }
  return 1.35 + Math.max(0, length - 4) * 0.5;
}

type Range = readonly [first: number, last: number];

/** Ranges of characters that are one token each: letters of major alphabets and the commonest punctuation. */
const ONE: readonly Range[] = [
  [0xc0, 0x109],
  [0x3b1, 0x3ce],
  [0x410, 0x44f],
  [0x451, 0x45c],
  [0x561, 0x587],
  [0x5d0, 0x5ea],
  [0x621, 0x63a],
  [0x640, 0x654],
  [0x913, 0x928],
  [0xe13, 0xe25],
  [0xe27, 0xe39],
  [0x10d0, 0x10f0],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x3001, 0x3002],
  [0x304a, 0x3061],
  [0x307b, 0x308d],
  [0x30a6, 0x30c1],
  [0x30cd, 0x30ed],
  [0xff0c, 0xff0c],
];
/** Ranges of three-byte characters that are at most two tokens each. */
const TWO: readonly Range[] = [
  [0x8ff, 0xfc0],
  [0x1000, 0x10ff],
  [0x1200, 0x137f],
  [0x1780, 0x1800],
  [0x1d00, 0x1d3f],
  [0x1e00, 0x1f7f],
  [0x1fc0, 0x233f],
  [0x2440, 0x26bf],
  [0x2700, 0x27bf],
  [0x2b00, 0x2b3f],
  [0x3000, 0x30ff],
  [0xfe0f, 0xfe0f],
  [0xff01, 0xff5e],
];
/** Common Han and Hangul characters, one token each. */
const EVERYDAY: ReadonlySet<number> = new Set(
  Array.from(
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运早饭吃喝买菜店朋友爱喜欢请谢妈爸姐妹弟哥이다는의을가에고하지를한은로도기사어나아그시서자있보수리대인라해만일부전정으들게여주스원제상면성장과오구것우무안소저니까요습었했싶네데였며와내마야너좋친생각늘말할때집년월동',
    (character) => character.codePointAt(0) ?? 0,
  ),
);
const lies = (code: number, ranges: readonly Range[]): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/**
 * Any other character, by its code point: at most one token per byte of its UTF-8 encoding, as with any byte-level
 * encoding.
 */
function tokensOfCharacter(code: number): number {
  if (code < 0x80) return 1;
  if (EVERYDAY.has(code) || lies(code, ONE)) return 1.05;
  if (code < 0x800 || lies(code, TWO)) return 2;
  return code < 0x10000 || (code >= 0x1f300 && code <= 0x1faff) ? 3 : 4;
}

/** JSON punctuation that encodings merge into one token. */
const GLUE: ReadonlySet<string> = new Set([':"', '":', '",', '"}', '"]', '{"', '["']);
const JOINTS: ReadonlySet<string> = new Set(['":"', '","']);
const SUFFIX = /'(?:s|t|re|ve|ll|d|m)(?![A-Za-z])/y;

/**
 * Upper estimate of the number of tokens a language model makes of a text: an English word is one, a longer one one
 * more, two digits are one, a rare character as many as it has bytes. Models differ; overestimating keeps prompts
 * within their budget (tested against a real encoding). Linear.
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
 * End of the next piece: words with their leading capitals, runs of digits or spaces, JSON punctuation, suffixes;
 * anything else by itself.
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
