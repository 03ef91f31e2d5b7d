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

/** Function words by ISO 639-1 code: they hold sentences together and say nothing about their subject. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze({
  en: ENGLISH_STOP_WORDS,
  bg: new Set(bulgarian),
  da: new Set(danish),
  nl: new Set(dutch),
  fi: new Set(finnish),
  fr: new Set(french),
  de: new Set(german),
  hu: new Set(hungarian),
  it: new Set(italian),
  no: new Set(norwegian),
  pt: new Set(portuguese),
  ro: new Set(romanian),
  ru: new Set(russian),
  es: new Set(spanish),
  sv: new Set(swedish),
  tr: new Set(turkish),
  uk: new Set(ukrainian),
});

export function isStopWord(word: string, language: string): boolean {
  return Object.hasOwn(STOP_WORDS, language) && STOP_WORDS[language]?.has(word) === true;
}
