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
import { ENGLISH_STOP_WORDS } from './english-stop-words.js';
import { QUESTION_WORDS } from './question-words.js';

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

/** Listed words that do carry content: the Spanish list contains the commonest words of news. */
const TELLING: Readonly<Record<string, string>> = {
  es: 'trabajo trabaja trabajais trabajamos trabajan trabajar trabajas empleo emplean emplear empleas conocer conseguimos conseguir consigo consigue consiguen consigues habla hablan intenta intentan intentar intento lugar llegó manera mejor nueva nuevas nuevo nuevos país pais peor tiempo usan usar usas uso usa usamos valor verdad',
};
const TELLING_WORDS = new Map(
  Object.entries(TELLING).map(([language, listed]) => [language, new Set(listed.split(' '))]),
);

const LANGUAGES = [...new Set([...Object.keys(LISTED), ...Object.keys(QUESTION_WORDS)])];

/**
 * Function words by ISO 639-1 code: they hold sentences together and say nothing about their subject. For
 * some languages only question words.
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
 * Whether it has a letter that English lacks and is a function word of some language ("où", "för"): no
 * misspelling of an English word.
 */
export function isForeignStopWord(word: string): boolean {
  return /[^\u0000-\u007f]/.test(word) && LANGUAGES.some((language) => isStopWord(word, language));
}

export function isStopWord(word: string, language: string): boolean {
  return Object.hasOwn(STOP_WORDS, language) && STOP_WORDS[language]?.has(word) === true;
}
