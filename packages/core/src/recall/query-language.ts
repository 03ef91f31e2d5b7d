import type { BankIndex } from '../indexes/bank-index.js';
import { possibleLanguages } from '../language/detect-language.js';
import type { Stemmer } from '../language/stem.js';
import { isStopWord } from '../language/stop-words.js';
import type { ReadText } from '../language/read-text.js';

/** The language of a question. */
export interface QueryLanguage {
  readonly language: string;
  /**
   * If the language is in doubt, a word gets the stem that the bank knows it by; an unknown one that may be
   * a function word gets none.
   */
  readonly stemmer: Stemmer;
}

/**
 * Questions are short, and so are many turns: their words often fit several languages, and the memory asked
 * for may have been detected as another. Of the possible languages, chooses the one in which most words are
 * function words or known to the bank.
 */
export function queryLanguageOf(
  query: ReadText,
  { postings }: BankIndex,
  stemmer: Stemmer,
): QueryLanguage {
  const possible = possibleLanguages(query);
  const [first = 'en'] = possible;
  if (possible.length < 2) return { language: first, stemmer };
  const isKnown = (stem: string): boolean => postings.numberOf(stem) >= 0;
  const inBank: Stemmer = (word, language) => {
    const own = stemmer(word, language);
    if (own === '' || isKnown(own)) return own;
    const known = possible
      .map((other) => stemmer(word, other))
      .find((stem) => stem !== '' && isKnown(stem));
    if (known !== undefined) return known;
    // A word that is a function word in a possible language, and in no memory, says nothing about
    // what the bank knows.
    return possible.some((other) => isStopWord(word, other)) ? '' : own;
  };
  const asked = query.words;
  const knownIn = (language: string): number =>
    asked.filter(({ text }) => isStopWord(text, language) || isKnown(stemmer(text, language)))
      .length;
  const language = possible.reduce(
    (best, other) => (knownIn(other) > knownIn(best) ? other : best),
    first,
  );
  return { language, stemmer: inBank };
}
