import type { BankState } from '../indexes/bank-state.js';
import { isTermKnown } from '../indexes/bank-words.js';
import { gazetteerTypes } from '../language/names/gazetteer.js';
import { areTwins, foldAccents, normaliseName } from '../language/names/name-spelling.js';
import { isSpeltRightly } from '../language/spelling-words.js';
import { STEMMED_LANGUAGES, type Stemmer } from '../language/stem.js';
import { isStopWord } from '../language/stop-words.js';
import type { ReadText } from '../language/read-text.js';
import type { Word } from '../language/segmentation.js';
import { SpellingIndex } from './spelling-index.js';

/** A Korean syllable carries as much information as two or three letters. */
const HANGUL = /^\p{Script=Hangul}+$/u;
/** Languages that inflect names only in the genitive, and capitalise more than names. */
const UNINFLECTED: ReadonlySet<string> = new Set(['en', 'de']);
/** A form may differ in at most this many letters more than the nearest one. */
const NEARLY = 2;

/**
 * Terms of current memories that are other grammatical cases of the word, nearest first: “Novákovi” and “Novák”,
 * “Mäkiselle” and “Mäkinen”, “회의는” and “회의”. Without a list of endings: a long common beginning and a short rest. In
 * alphabetic scripts only capitalised words, which few stemmers know; names in the gazetteer are skipped.
 */
export function inflectedTerms(
  word: Word,
  asked: { readonly query: ReadText; readonly language: string },
  state: BankState,
  stemmer: Stemmer,
): readonly string[] {
  const { text, start, end } = word;
  const korean = HANGUL.test(text);
  if (!korean && !/^\p{Lu}/u.test(asked.query.text.slice(start, end))) return [];
  const [plain = text] = text.split("'");
  if (gazetteerTypes(normaliseName(plain)).length > 0) return [];
  if (!korean && !isInflecting(word, asked)) return [];
  const found = new Map<string, number>();
  for (const form of stemsOf(plain, korean ? [] : STEMMED_LANGUAGES, stemmer))
    for (const number of SpellingIndex.of(state.index).openingLike(form)) {
      const term = state.index.postings.term(number);
      const rest = restOf(form, foldAccents(term), korean, start === 0);
      if (rest === null || !isTermKnown(state.index, number)) continue;
      found.set(term, Math.min(rest, found.get(term) ?? rest));
    }
  const least = Math.min(...found.values());
  return [...found]
    .filter(([, rest]) => rest <= least + NEARLY)
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .map(([term]) => term);
}

/** The language in which a name is inflected is seldom clear from a question, so every stemmer is tried. */
function stemsOf(
  word: string,
  languages: readonly string[],
  stemmer: Stemmer,
): ReadonlySet<string> {
  return new Set([word, ...languages.map((language) => stemmer(word, language))].map(foldAccents));
}

/**
 * Whether the question may be in a language that inflects names. English is also the default for an undetected
 * language.
 */
function isInflecting(
  word: Word,
  { query, language }: { readonly query: ReadText; readonly language: string },
): boolean {
  if (language !== 'en') return !UNINFLECTED.has(language);
  const others = query.words.filter(({ start }) => start !== word.start);
  const english = others.filter(({ text }) => isSpeltRightly(text, 'en'));
  return (
    others.length > 0 &&
    english.length * 2 <= others.length &&
    !others.some(({ text }) => isStopWord(text, 'en'))
  );
}

/** Number of letters that two forms of one word do not share; null if they are different words. */
function restOf(asked: string, known: string, korean: boolean, opens: boolean): number | null {
  let shared = 0;
  while (shared < asked.length && asked[shared] === known[shared]) shared++;
  const more = asked.length - shared;
  const less = known.length - shared;
  const fits = korean
    ? shared >= 2 && more <= 2 && less <= 2
    : less === 0
      ? shared >= 3 && more <= Math.min(4, shared)
      : more === 0
        ? shared >= 4 && less <= 3
        : !opens &&
          isAlternation(asked.slice(shared), known.slice(shared), shared) &&
          !areTwins(asked, known);
  return fits ? more + less : null;
}

/** Whether both have different endings: “Virta|s” and “Virta|n”, “Něm|ce” and “Něm|ec”. */
function isAlternation(a: string, b: string, shared: number): boolean {
  if (a.length > 2 || b.length > 3) return false;
  return shared >= 4 || (shared === 3 && [...a].sort().join('') === [...b].sort().join(''));
}
