import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { matchAll } from './pattern-matching.js';
import DATA from '../../data/lexicon/english-stop-words.json' with { type: 'json' };

/** A sentence of a text, without surrounding space. */
export interface Sentence {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Where a sentence may end: end marks with any closing quotes and brackets, line ends, code fences. */
const STOPS = /```|\r?\n|[.!?…]+["'”’»)\]*_]{0,3}|[。！？｡]+["'”’」』）]{0,3}/gu;
/** Never the end of a sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'mr mrs ms dr prof st sr jr vs e.g i.e eg ie cf approx dept fig vol gen col sgt lt capt rev hon mt ft messrs mme mlle hr fr dipl bzw z.b u.a d.h ca nr sra srta'.split(
    ' ',
  ),
);
/** Ends a sentence only if a capital follows. */
const SOFT_ABBREVIATIONS: ReadonlySet<string> = new Set(
  'etc inc ltd co corp al a.m p.m am pm jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun usw approx est min max'.split(
    ' ',
  ),
);
const ORDINAL = /(?<!\d)\d{1,2}$/;
const MONTH_AFTER_ORDINAL =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
/** A word longer than this is no abbreviation. */
const LONGEST_ABBREVIATION = 8;
/** A line of at least this length without an end mark, followed by a lower-case letter, was wrapped by an editor. */
const WRAPPED_AT = 60;
const BULLET = /^[ \t]{0,8}(?:[-*•+>#|]|\d{1,3}[.)]|[a-z]\))[ \t]?/u;

/**
 * The sentences of a text in order, in any script, in linear time. Abbreviations, initials, decimals and dots within
 * a sentence do not end it; a line end does, unless the line was only wrapped; a code fence is one sentence.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (let stop = nextStop(text, 0); stop !== null;) {
    const fence = stop.text === '```';
    const end = fence ? fenceEnd(text, stop.start) : stop.end;
    if (fence) add(found, text, start, stop.start);
    if (fence || isEnd(text, start, stop)) {
      add(found, text, fence ? stop.start : start, end);
      start = end;
    }
    stop = nextStop(text, end);
  }
  add(found, text, start, text.length);
  return found;
}

interface Stop {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function nextStop(text: string, from: number): Stop | null {
  STOPS.lastIndex = from;
  const match = STOPS.exec(text);
  return match === null
    ? null
    : { text: match[0], start: match.index, end: match.index + match[0].length };
}

function fenceEnd(text: string, start: number): number {
  const close = text.indexOf('```', start + 3);
  return close < 0 ? text.length : close + 3;
}

function isEnd(text: string, start: number, stop: Stop): boolean {
  const mark = stop.text[0] ?? '';
  if (mark === '\n' || mark === '\r') return isLineEnd(text, start, stop);
  if (/[。！？｡]/u.test(mark)) return true;
  const next = text.slice(stop.end, stop.end + 1);
  if (next !== '' && !/\s/u.test(next)) return false;
  const following = text.slice(stop.end, stop.end + 24).trimStart();
  const small = /^\p{Ll}/u.test(following);
  // "Stop!" and left: the quotation is part of the sentence.
  if (/[!?]/.test(stop.text)) return !(small && /["”’»)]$/u.test(stop.text));
  if (small) return false;
  return (
    stop.text.startsWith('..') || mark === '…' || !endsInAbbreviation(text, start, stop, following)
  );
}

function isLineEnd(text: string, start: number, stop: Stop): boolean {
  const following = text.slice(stop.end, stop.end + 16);
  if (stop.start - start < WRAPPED_AT || !/^\p{Ll}/u.test(following)) return true;
  return BULLET.test(following);
}

function endsInAbbreviation(text: string, start: number, stop: Stop, following: string): boolean {
  const word =
    /(?<![\p{L}\p{N}.'’])[\p{L}.]+$/u.exec(
      text.slice(Math.max(start, stop.start - LONGEST_ABBREVIATION), stop.start),
    )?.[0] ?? '';
  const plain = word.toLowerCase();
  const before = text.slice(start, stop.start).trim();
  if (before.length <= 3 && /^\d{1,3}$/.test(before)) return true;
  if (ABBREVIATIONS.has(plain)) return true;
  // "am 1. Juli": an ordinal of a language that writes it with a dot.
  if (MONTH_AFTER_ORDINAL.test(following) && ORDINAL.test(text.slice(stop.start - 3, stop.start)))
    return true;
  if (plain === 'no') return /^\d/.test(following);
  // An initial or a dotted abbreviation: "J. Smith", "the U.S. Army"; "I." ends a sentence.
  if (/^(?:\p{L}\.)*\p{L}$/u.test(word)) return !SOFT_ABBREVIATIONS.has(plain) && word !== 'I';
  return SOFT_ABBREVIATIONS.has(plain) && !/^\p{Lu}/u.test(following) && following !== '';
}

function add(found: Sentence[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (start < end) found.push({ text: text.slice(start, end), start, end });
}

const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff
  );
};

/** A word of a text. */
export interface Word {
  /** NFKC, lower case, plain apostrophes. */
  readonly text: string;
  /** Offsets in the original text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const RUN = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}\p{M}]+|[.:](?=\p{N})\p{N}+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Variation selectors and the keycap: a digit drawn as an emoji is the same digit. */
const EMOJI_MARKS = /[\ufe00-\ufe0f\u20e3]/gu;
/** What Turkish capital İ becomes in lower case: an i and a separate combining dot. */
const DOTTED_I = /i\u0307/gu;
/** A character followed by variation selectors. */
const DRAWN = /[^][\ufe00-\ufe0f\u20e3]*/gu;
const ASCII_ONLY = /^[\u0000-\u007f]*$/;

/**
 * The words of a text in any script: letters, marks and digits with inner apostrophes; hyphens split. Scripts without
 * spaces yield overlapping pairs of characters, the usual substitute for words. Linear in the text.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const match of matchAll(text, RUN)) {
    const raw = match[0];
    const start = match.index;
    if (!ASCII_ONLY.test(raw) && UNSPACED.test(raw)) found.push(...pairs(raw, start));
    else found.push({ text: fold(raw), start, end: start + raw.length });
  }
  return found;
}

function fold(raw: string): string {
  return ASCII_ONLY.test(raw)
    ? raw.toLowerCase()
    : raw
        .replace(EMOJI_MARKS, '')
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(DOTTED_I, 'i');
}

/** Cuts a run into stretches of one script, and unspaced stretches into pairs. */
function pairs(raw: string, offset: number): Word[] {
  const found: Word[] = [];
  let at = 0;
  for (const stretch of raw.split(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー])(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u,
  )) {
    const start = offset + at;
    at += stretch.length;
    if (!UNSPACED.test(stretch)) {
      found.push({ text: fold(stretch), start, end: start + stretch.length });
      continue;
    }
    const characters = stretch.match(DRAWN) ?? [];
    let place = start;
    characters.forEach((character, index) => {
      const next = characters[index + 1];
      const pair = next === undefined ? character : character + next;
      if (next !== undefined || characters.length === 1)
        found.push({ text: fold(pair), start: place, end: place + pair.length });
      place += character.length;
    });
  }
  return found;
}

/** English function words, contractions without their apostrophes included, and chat's fillers. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  DATA.ENGLISH_STOP_WORDS.join('\n')
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * Question words, by ISO 639-1 code: they say what is asked for, not what it is about. Common stop-word lists omit
 * many of them, so that a question seems to have a word that no memory contains.
 */
const QUESTION_WORDS: Readonly<Record<string, string>> = Object.freeze({
  be: 'хто каго каму што чаго калі дзе куды адкуль чаму навошта як які якая якое якія колькі чый',
  bg: 'кой коя кое кои какво кога къде защо как колко чий',
  cs: 'kdo koho komu co čeho kdy kde kam odkud proč jak jaký jaká jaké který která které kolik čí',
  da: 'hvem hvad hvor hvornår hvorfor hvordan hvilken hvilket hvilke',
  de: 'wer wen wem wessen was wo wohin woher wann warum wieso weshalb wie welche welcher welches welchen welchem wozu wieviel wieviele',
  es: 'quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas',
  fi: 'kuka ketkä kenen mikä mitä milloin missä mistä mihin miksi miten kuinka',
  fr: 'qui que quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles',
  hu: 'ki kik kit kinek mi mit mikor hol hová honnan miért hogyan melyik mennyi hány',
  it: 'chi che cosa quale quali quando dove come perché quanto quanta quanti quante',
  nl: 'wie wat waar wanneer waarom welke welk hoe hoeveel wiens',
  no: 'hvem hva hvor når hvorfor hvordan hvilken hvilket hvilke',
  pl: 'kto kogo komu co czego kiedy gdzie dokąd skąd dlaczego czemu jak jaki jaka jakie który która które ile czyj',
  pt: 'quem que quê qual quais quando onde aonde como porque porquê quanto quanta quantos quantas',
  ro: 'cine ce care când unde cum cât câtă câți câte cui',
  ru: 'кто кого кому что чего когда где куда откуда почему зачем как какой какая какое какие сколько чей',
  sr: 'ко кога коме шта чега када где куда одакле зашто како који која које колико чији',
  sv: 'vem vad var när varför hur vilken vilket vilka vars',
  tr: 'kim kimin ne nerede nereye nereden neden niçin niye nasıl hangi kaç',
  uk: 'хто кого кому що чого коли де куди звідки чому навіщо як який яка яке які скільки чий',
});

const LISTED: Readonly<Record<string, Iterable<string>>> = {
  en: ENGLISH_STOP_WORDS,
  bg: bulgarian,
  da: danish,
  nl: dutch,
  fi: finnish,
  fr: french,
  de: german,
  hu: hungarian,
  it: italian,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  es: spanish,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** Stop words of the source lists that do carry content: the Spanish list contains the commonest words of news. */
const CONTENT_WORDS: Readonly<Record<string, string>> = {
  es: 'trabajo trabaja trabajais trabajamos trabajan trabajar trabajas empleo emplean emplear empleas conocer conseguimos conseguir consigo consigue consiguen consigues habla hablan intenta intentan intentar intento lugar llegó manera mejor nueva nuevas nuevo nuevos país pais peor tiempo usan usar usas uso usa usamos valor verdad',
};
const TELLING_WORDS = new Map(
  Object.entries(CONTENT_WORDS).map(([language, listed]) => [language, new Set(listed.split(' '))]),
);

const LANGUAGES = [...new Set([...Object.keys(LISTED), ...Object.keys(QUESTION_WORDS)])];

/**
 * Function words by ISO 639-1 code: they carry grammar and say nothing about the subject. For some languages only
 * question words.
 */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze(
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      new Set([
        ...[...(LISTED[language] ?? [])].filter(
          (word) => TELLING_WORDS.get(language)?.has(word) !== true,
        ),
        ...(QUESTION_WORDS[language]?.split(' ') ?? []),
      ]),
    ]),
  ),
);

/**
 * Whether it has a letter that English lacks and is a function word of some language ("où", "för"), and thus not a
 * misspelt English word.
 */
export function isForeignStopWord(word: string): boolean {
  return /[^\u0000-\u007f]/.test(word) && LANGUAGES.some((language) => isStopWord(word, language));
}

export function isStopWord(word: string, language: string): boolean {
  return Object.hasOwn(STOP_WORDS, language) && STOP_WORDS[language]?.has(word) === true;
}

const MARK = /[?？؟]/u;
const ENGLISH = 'who whom whose what when where which why how';
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, ...Object.values(QUESTION_WORDS)].join(' ').split(' '),
);

/** Whether a text asks for information, by its question mark or first word; other texts may request an action. */
export function asksForInformation(text: string): boolean {
  const [first = ''] = /[\p{L}\p{M}]+/u.exec(text) ?? [];
  return MARK.test(text) || FIRST_WORDS.has(first.toLowerCase());
}

/** Most words of a search phrase. */
const MOST_KEYWORDS = 6;
const KEYWORDS = /^[\p{L}\p{M}\p{N}]+(?:[\s'’_./:-]+[\p{L}\p{M}\p{N}]+)*$/u;

/** Whether a text is a few keywords, as typed into a search box: "upload chunk size". A sentence has function words. */
export function isSearchPhrase(text: string): boolean {
  const phrase = text.trim();
  if (phrase.length > 100 || !KEYWORDS.test(phrase)) return false;
  const words = phrase.toLowerCase().split(/\s+/u);
  return (
    words.length > 1 &&
    words.length <= MOST_KEYWORDS &&
    words.every((word) => !isStopWord(word, 'en') && !LIGHT.has(word))
  );
}

/**
 * Words that can be added or dropped without changing the meaning: articles, fillers, greetings, intensifiers.
 * English stems.
 */
const LIGHT: ReadonlySet<string> = new Set(
  `a an the so very really realli just also too oh ah um uh well yeah yes ok okay hey hi hello wow lol haha please
   actual actually basic literal quite such kind sort pretti pretty and but
   veri ye okai hei pleas liter quit`.split(/\s+/),
);

export function isLightWord(term: string): boolean {
  return LIGHT.has(term);
}

/**
 * Words that frame a question and seldom occur in its answer ("what kind of", "when did … start"): they get less
 * weight in a query.
 */
const FRAME: ReadonlySet<string> = new Set(
  `kind type sort name call long often time ago year month week day date recent current usual like probabl consid accord
   mention say discuss describ base potenti possibl exampl specif particular variou differ certain main reason activ item event
   way plan decid start begin participat partak attend do use make take go give come new first last next second happen tell know remember
   dai sai wai us rememb particip particularli mainli`.split(/\s+/),
);

/** `stem` is the English stem of a query's word. */
export function isFrameWord(stem: string): boolean {
  return FRAME.has(stem);
}
