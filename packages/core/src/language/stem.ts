import { IRREGULAR } from './lexicon/irregular-forms.js';
import { readLexicon } from './lexicon/read-lexicon.js';
import { SPELLINGS } from './lexicon/spellings.js';
import { SNOWBALL } from './snowball.js';

/** Reduces a lower-case word to its stem in a language; words of languages without a stemmer are unchanged. */
export type Stemmer = (word: string, language: string) => string;

/** Languages whose words are stemmed. */
export const STEMMED_LANGUAGES: readonly string[] = Object.keys(SNOWBALL);

/** Forms better left alone, because they are as often another word ("left", "found" a company, a "ring"). */
const HOMOGRAPHS = new Set(
  'left found wound saw felt lay light ring bit mean better best further less spring leaves lives'.split(
    ' ',
  ),
);
const MEMO_LIMIT = 50_000;
/** A longer run of letters is a key or a checksum, not an inflected word; and the stemmers are not linear. */
const LONGEST_WORD = 100;

/** A stemmer with its own bounded cache: irregular English forms and spellings first, then Snowball (Porter 1980). */
export function createStemmer(): Stemmer {
  const lemmas = englishLemmas();
  const memo = new Map<string, string>();
  return (written, language) => {
    // In capitals Turkish ı and i are told apart by a dot that few keyboards have: they count as one letter.
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

/** The package's stemmers throw on some words (its Bulgarian writes into a string): such a word is unchanged. */
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
