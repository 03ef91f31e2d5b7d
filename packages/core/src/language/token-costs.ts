import { ENGLISH_STOP_WORDS } from './english-stop-words.js';
import { ONE_TOKEN_WORDS } from './lexicon/one-token-words.js';
import { IRREGULAR } from './lexicon/irregular-forms.js';
import { SYNONYMS } from './lexicon/synonyms.js';
import { TOPICS } from './lexicon/topics.js';

/** Three consecutive letters that occur in English, word ends included: other words are more tokens. */
const LISTED =
  [...ENGLISH_STOP_WORDS, IRREGULAR, SYNONYMS, TOPICS].join(' ').match(/[a-z]{2,}/g) ?? [];
const TRIGRAMS = trigrams(LISTED);
/** Common words up to this length are one token each after a space, most of their plurals too. */
const LONGEST_COMMON = 8;
const COMMON: ReadonlySet<string> = new Set(
  LISTED.flatMap((word) => (word.length > LONGEST_COMMON ? [] : [word])),
);

/** What three letters that no English word has in a row add: a name is more tokens, but not as many as it has letters. */
const STRANGE = 0.85;

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

/** The index of the three letters that end at `at`, whatever their case; 0 stands for an end of the word. */
function placeOf(text: string, at: number, start: number, end: number): number {
  const first = at - 2 < start ? 0 : (text.charCodeAt(at - 2) | 32) - 96;
  const last = at >= end ? 0 : (text.charCodeAt(at) | 32) - 96;
  return (first * 27 + (text.charCodeAt(at - 1) | 32) - 96) * 27 + last;
}

/** A piece of ASCII letters, `[start, end)` of a text: with at most a leading capital. */
export function tokensOfWord(text: string, start: number, end: number): number {
  const length = end - start;
  if (length === 1) return 1;
  if (length > 2 && text.charCodeAt(start + 1) < 97) return 0.5 + length * 0.7;
  if (
    text.charCodeAt(start - 1) === 32 &&
    length > 1 &&
    oneTokenWords().has(text.slice(start, end).toLowerCase())
  )
    // With a capital, some are two.
    return text.charCodeAt(start) >= 97 ? 1 : 1.5;
  let strange = 0;
  for (let at = start + 1; at <= end; at++)
    if (TRIGRAMS[placeOf(text, at, start, end)] !== 1) strange++;
  if (strange > 0)
    return Math.min(length, 1.35 + Math.max(0, length - 4) * 0.5 + strange * STRANGE);
  if (text.charCodeAt(start - 1) === 32 && length <= LONGEST_COMMON + 1) {
    const word = text.slice(start, end).toLowerCase();
    if (COMMON.has(word)) return 1.1;
    if (word.endsWith('s') && COMMON.has(word.slice(0, -1))) return 1.4;
  }
  return 1.35 + Math.max(0, length - 4) * 0.5;
}

type Range = readonly [first: number, last: number];

/** One token each: the letters of the major alphabets and the commonest marks. */
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
/** At most two tokens, for three bytes. */
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

/** Any other character, by its code point: no byte encoding makes more tokens of it than it has bytes in UTF-8. */
export function tokensOfCharacter(code: number): number {
  if (code < 0x80) return 1;
  if (EVERYDAY.has(code) || lies(code, ONE)) return 1.05;
  if (code < 0x800 || lies(code, TWO)) return 2;
  return code < 0x10000 || (code >= 0x1f300 && code <= 0x1faff) ? 3 : 4;
}
