import type { Stemmer } from './stem.js';

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

/** Words with this stem, including the stem if it is one; found by adding endings and calling the stemmer. */
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
