import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indian } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { IRREGULAR, readLexicon, SPELLINGS, SYNONYMS, TOPICS } from './lexicon.js';
import DATA from '../../data/lexicon/instance-words.json' with { type: 'json' };

type SnowballStemmer = (word: string) => string;

/** The available Snowball stemmers, by ISO 639-1 code. */
const SNOWBALL: Readonly<Record<string, SnowballStemmer>> = Object.freeze({
  ar: arabic,
  hy: armenian,
  bg: bulgarian,
  da: danish,
  nl: dutch,
  en: english,
  fi: finnish,
  fr: french,
  de: german,
  el: greek,
  hu: hungarian,
  hi: indian,
  id: indonesian,
  ga: irish,
  it: italian,
  lt: lithuanian,
  ne: nepali,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sr: serbian,
  es: spanish,
  sv: swedish,
  ta: tamil,
  tr: turkish,
  uk: ukrainian,
});

/** Reduces a lower-case word to its stem in a language; words of languages without a stemmer are unchanged. */
export type Stemmer = (word: string, language: string) => string;

/** Languages whose words are stemmed. */
export const STEMMED_LANGUAGES: readonly string[] = Object.keys(SNOWBALL);

/** Forms left unstemmed, because they are as often another word ("left", "found" a company, a "ring"). */
const HOMOGRAPHS = new Set(
  'left found wound saw felt lay light ring bit mean better best further less spring leaves lives'.split(
    ' ',
  ),
);
const MEMO_LIMIT = 50_000;
/** A longer run of letters is a key or a checksum rather than an inflected word; and the stemmers are not linear. */
const LONGEST_WORD = 100;

/** A stemmer with its own bounded cache: irregular English forms and spellings first, then Snowball (Porter 1980). */
export function createStemmer(): Stemmer {
  const lemmas = englishLemmas();
  const memo = new Map<string, string>();
  return (written, language) => {
    // Turkish capitals distinguish ı and i by a dot that few keyboards offer: treat them as one letter.
    const word = written.replaceAll('ı', 'i');
    if (word.length > LONGEST_WORD) return word;
    const key = `${language}:${word}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    if (memo.size >= MEMO_LIMIT) memo.clear();
    const stemmed =
      language === 'en' ? stemEnglish(withoutSuffix(word), lemmas) : stemForeign(word, language);
    memo.set(key, stemmed);
    return stemmed;
  };
}

/**
 * The package's stemmers throw on some words (the Bulgarian one writes into a string); such words are left unchanged.
 */
function stemForeign(word: string, language: string): string {
  if (!Object.hasOwn(SNOWBALL, language)) return word;
  try {
    return SNOWBALL[language]?.(word) ?? word;
  } catch {
    return word;
  }
}

const withoutSuffix = (word: string): string =>
  word.replace(/'(?:s|re|ve|ll|d|m)?$/, '').replaceAll("'", '');

function stemEnglish(word: string, lemmas: ReadonlyMap<string, string>): string {
  const plain = lemmas.get(word) ?? word;
  if (plain.length < 3 || !/^[a-z]+$/.test(plain)) return plain;
  const cut = SNOWBALL['en'] ?? ((each) => each);
  const stemmed = cut(plain);
  const noun = plain.endsWith('tions') ? plain.slice(0, -1) : plain;
  // The package's Porter stems "adoption" to "adop" but "adopted" to "adopt"; "production" and
  // "produce" do agree.
  const isOvercut = noun.endsWith('tion') && `${stemmed}tion` === noun && !noun.endsWith('duction');
  return isOvercut || /^(?:re|inter|trans)?action$/.test(noun) ? cut(noun.slice(0, -3)) : stemmed;
}

/** A pair of spellings with its regular forms: "organise", "organised", "organising". */
function inflected(british: string, american: string): [string, string][] {
  const endings = ['', 's', 'ed', 'ing', 'er', 'ers', 'd'];
  const form = (word: string, ending: string): string =>
    (word.endsWith('e') && /^[ei]/.test(ending) ? word.slice(0, -1) : word) + ending;
  return endings.map((ending) => [form(british, ending), form(american, ending)]);
}

function englishLemmas(): ReadonlyMap<string, string> {
  const lemmas = new Map<string, string>();
  for (const [base, ...forms] of readLexicon(IRREGULAR)) {
    for (const form of forms)
      if (!lemmas.has(form) && !HOMOGRAPHS.has(form)) lemmas.set(form, base ?? form);
  }
  for (const [british, american] of readLexicon(SPELLINGS)) {
    if (british !== undefined && american !== undefined)
      for (const [from, to] of inflected(british, american)) lemmas.set(from, to);
  }
  return lemmas;
}

const ENGLISH =
  `e s es ed d ing er ers y ies ied ily ly r rs t ment ments ness ion ions ation ations al ally able ful ity ive ous ance ence ant ent ist ists
  ings ize izes ized izing or ors al als ical ic ics ian ians ship est`.split(/\s+/);
/** Endings of many European languages. */
const ELSEWHERE =
  'e en er es em n s a o i os as ar er ir al är är ung ungen heit keit lich isch ción ções tion ions eur euse ement y ie и ы а я е й ть'.split(
    /\s+/,
  );
const DOUBLED = ['ed', 'er', 'ing', 'ers'];
const VOWEL = /[aeiouy]$/;

/** Words with this stem, including the stem if it is a word; found by adding endings and running the stemmer. */
export function* wordForms(
  stem: string,
  language: string,
  fits: (form: string) => boolean,
  stemmer: Stemmer,
): Generator<string> {
  for (const form of grown(stem, language))
    if (fits(form) && stemmer(form, language) === stem) yield form;
}

function* grown(stem: string, language: string): Generator<string> {
  yield stem;
  for (const ending of language === 'en' ? ENGLISH : ELSEWHERE) yield stem + ending;
  if (language !== 'en') return;
  if (stem.endsWith('i')) for (const ending of ['y', 'ying']) yield stem.slice(0, -1) + ending;
  if (!VOWEL.test(stem)) for (const ending of DOUBLED) yield stem + stem.slice(-1) + ending;
}

/** Nouns with irregular plurals: the plural after the singular. */
const IRREGULAR_PLURALS = `
  man men, woman women, child children, person people, mouse mice, goose geese, foot feet, tooth teeth, ox oxen, leaf leaves, wolf wolves, calf calves,
  half halves, knife knives, life lives, wife wives, loaf loaves, thief thieves, shelf shelves, elf elves, scarf scarves, hoof hooves, movie movies,
  cookie cookies, pie pies, tie ties, zombie zombies, prairie prairies, brownie brownies, hoodie hoodies, smoothie smoothies, genie genies, shoe shoes,
  cactus cacti, fungus fungi, alumnus alumni, bus buses, gas gases, lens lenses, potato potatoes, tomato tomatoes, hero heroes, echo echoes,
  series series, species species, sheep sheep, fish fish, deer deer, moose moose, aircraft aircraft, horse horses, house houses, quiz quizzes,
  criterion criteria, phenomenon phenomena, analysis analyses, crisis crises, thesis theses, cache caches, axe axes, mustache mustaches, headache headaches
`;

const SINGULARS: ReadonlyMap<string, string> = new Map(
  IRREGULAR_PLURALS.trim()
    .split(/,\s*/)
    .map((pair): [string, string] => {
      const [one = '', many = ''] = pair.trim().split(/\s+/);
      return [many, one];
    }),
);

/** The singular of an English noun in lower case, by rule; a singular noun is unchanged. */
export function singular(noun: string): string {
  const known = SINGULARS.get(noun);
  if (known !== undefined) return known;
  if (noun.length < 4 || !noun.endsWith('s') || /(?:ss|us|is|'s)$/.test(noun)) return noun;
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return /(?:[sx]|[cs]h|zz)es$/.test(noun) && !/[aeiou]ses$/.test(noun)
    ? noun.slice(0, -2)
    : noun.slice(0, -1);
}

/** Whether the noun has a plural ending or is a known plural. */
export function isPlural(noun: string): boolean {
  return SINGULARS.has(noun) || singular(noun) !== noun;
}

/** A stem with the same meaning as another or on the same subject. */
export interface Relative {
  readonly stem: string;
  /** 1 for a synonym, less for a word of the same topic. */
  readonly strength: number;
}

const TOPIC_STRENGTH = 0.4;

/** Looks up the lexicon's related stems of an English stem. Built on first use: that costs some milliseconds. */
export function createRelatives(stemmer: Stemmer): (stem: string) => readonly Relative[] {
  let table: ReadonlyMap<string, ReadonlyMap<string, number>> | null = null;
  const memo = new Map<string, readonly Relative[]>();
  return (stem) => {
    table ??= tableOfRelatives(stemmer);
    let relatives = memo.get(stem);
    if (relatives === undefined) {
      relatives = [...(table.get(stem) ?? [])].map(([other, strength]) => ({
        stem: other,
        strength,
      }));
      if (relatives.length > 0) memo.set(stem, relatives);
    }
    return relatives;
  };
}

function tableOfRelatives(stemmer: Stemmer): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  const relate = (lexicon: string, strength: number): void => {
    for (const words of readLexicon(lexicon)) {
      const stems = [...new Set(words.map((word) => stemmer(word, 'en')))];
      for (const a of stems) {
        const relatives = table.get(a) ?? new Map<string, number>();
        table.set(a, relatives);
        for (const b of stems)
          if (a !== b) relatives.set(b, Math.max(strength, relatives.get(b) ?? 0));
      }
    }
  };
  relate(TOPICS, TOPIC_STRENGTH);
  relate(SYNONYMS, 1);
  return table;
}

/**
 * Kinds of things that questions ask for, with instances: words for the kind before the colon, instances after it,
 * one kind per line; written by hand from general knowledge. Narrower than a topic: only what would be named in an
 * answer to "which …".
 */
const INSTANCE_WORDS = DATA.INSTANCE_WORDS.join('\n');

/** Looks up the instances of a kind: the English stem of a noun or verb → stems. Built on first use. */
export function createInstances(stemmer: Stemmer): (stem: string) => readonly string[] {
  let table: ReadonlyMap<string, readonly string[]> | null = null;
  return (stem) => {
    table ??= tableOfInstances(stemmer);
    return table.get(stem) ?? [];
  };
}

function tableOfInstances(stemmer: Stemmer): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>();
  for (const line of readLexicon(INSTANCE_WORDS)) {
    const colon = line.indexOf(':');
    const things = line.slice(colon + 1).map((word) => stemmer(word, 'en'));
    for (const kind of new Set(line.slice(0, colon).map((word) => stemmer(word, 'en')))) {
      table.set(
        kind,
        [...new Set([...(table.get(kind) ?? []), ...things])].filter((thing) => thing !== kind),
      );
    }
  }
  return table;
}
