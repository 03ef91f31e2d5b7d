import type { BankState } from '../indexes/bank-state.js';
import { isNameKnown, isTermKnown } from '../indexes/index-lookups.js';
import { isCommonWord, isSharedWord } from '../language/detect-language.js';
import { gazetteerTypes } from '../language/names/gazetteer.js';
import { areTwins, foldAccents, normaliseName } from '../language/names/name-spelling.js';
import type { ReadText } from '../language/read-text.js';
import { isForeignStopWord, isStopWord, type Word } from '../language/segmentation.js';
import { STEMMED_LANGUAGES, type Stemmer } from '../language/stem.js';
import { isSpeltRightly, type WordSort } from '../language/terms.js';
import { type Candidate, isSpelled, type Mistyped, SpellingIndex } from './spelling-index.js';

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

/** A word of the query that was corrected to another. */
export interface TypoCorrection {
  /** As it was typed. */
  readonly typed: string;
  readonly as: string;
  /** The stem of the corrected word. */
  readonly term: string;
  /** Certainty, 0..1: its share among all likely readings, including the word as typed. */
  readonly certainty: number;
}

/** A query with its typing errors corrected. */
export interface CorrectedQuery {
  readonly text: string;
  readonly readings: readonly TypoCorrection[];
  /** Words of the bank that are nearly as likely, by number: their share. */
  readonly alternatives: ReadonlyMap<number, number>;
}

/** Maximum number of misspelt words; a text with more is no mistyped question. */
const MAX_MISSPELT = 16;
/** Minimum score of a correction; names are missing from lexicons, so a short one needs more. */
const WORTH_AS_TYPED = -6;
const WORTH_OF_NAME_AS_TYPED = -1.5;
/**
 * Where a language has no dictionary, a word that the bank lacks is more likely correct than wrong; a short one
 * resembles many.
 */
const WORTH_UNLISTED_AS_TYPED = -1;
const WORTH_OF_UNLISTED_LETTER = 0.75;
const WORTH_OF_LETTER = 1;
const SHORT_NAME = 4;
/** Alternatives with at least this share are searched for too. */
const MIN_ALTERNATIVE = 0.15;
/** Weight of another form of a word, where the word itself has 1. */
const FORM_SHARE = 0.9;

/** English possessives with an extra or a different letter: "Caroline'sx", "Caroline'a". */
const ODD_TAIL = /^['’](?:s\p{L}|\p{L}s|(?![smdt])\p{L})$/iu;

const ASKS: ReadonlySet<string> = new Set(
  'what when where who whom whose which why how'.split(' '),
);

/**
 * Corrects words that neither the bank nor the lexicon knows: candidates are the bank's words with the most similar
 * hyperdimensional codes (space E9), checked by Damerau–Levenshtein distance relative to their length (Damerau 1964)
 * and weighed by how frequent they are: a noisy channel (Kernighan, Church and Gale 1990). Names of speakers and the
 * language's function words are considered besides the bank's words. A query of known words costs only their lookup.
 */
export function forgiveTypos(
  given: ReadText,
  detected: string,
  state: BankState,
  stemmer: Stemmer,
): CorrectedQuery {
  const { text: query, words: all } = given;
  const asTyped: CorrectedQuery = { text: query, readings: [], alternatives: new Map() };
  if (state.index.size === 0) return asTyped;
  const { language, misspelt } = spokenIn(given, detected, state, stemmer);
  if (misspelt.size === 0 || misspelt.size > MAX_MISSPELT) return asTyped;
  const book = SpellingIndex.of(state.index);
  const amongOwn = all.some((word) => !misspelt.has(word) && isOwnWord(word.text, language));
  const readings: TypoCorrection[] = [];
  const alternatives = new Map<number, number>();
  let text = '';
  let end = 0;
  let before: string | null = null;
  for (const word of all) {
    const raw = query.slice(word.start, word.end);
    const mended: Mended | null = misspelt.has(word)
      ? correctWord(
          raw,
          { ...mistyped(word, raw, before, language), amongOwn },
          book,
          state,
          stemmer,
        )
      : null;
    const read: string = mended?.text ?? raw;
    text += query.slice(end, word.start) + read;
    end = word.end;
    before = read.toLowerCase();
    if (mended === null) continue;
    if (mended.reading !== null) readings.push(mended.reading);
    for (const [number, share] of mended.alternatives)
      alternatives.set(number, Math.max(share, alternatives.get(number) ?? 0));
  }
  return readings.length === 0 && alternatives.size === 0
    ? asTyped
    : { text: text + query.slice(end), readings, alternatives };
}

/**
 * Typing errors make it hard to detect a language: keep the detected one, unless no more words are misspelt in
 * English.
 */
function spokenIn(
  query: ReadText,
  detected: string,
  state: BankState,
  stemmer: Stemmer,
): { language: string; misspelt: ReadonlySet<Word> } {
  const asked = { query, language: detected };
  const all = query.words;
  const misspeltIn = (language: string) =>
    new Set(
      all.filter(
        (word) =>
          isMisspelt(word, language, state, stemmer) &&
          inflectedTerms(word, asked, state, stemmer).length === 0,
      ),
    );
  const misspelt = misspeltIn(detected);
  if (detected === 'en' || misspelt.size === 0) return { language: detected, misspelt };
  const english = misspeltIn('en');
  const possessives = all.filter(({ text }) => text.endsWith("'s")).length;
  return english.size <= misspelt.size + possessives
    ? { language: 'en', misspelt: english }
    : { language: detected, misspelt };
}

/** Neither the bank nor the lexicon has it as typed, or the bank has it with other accents. */
function isMisspelt({ text }: Word, language: string, state: BankState, stemmer: Stemmer): boolean {
  const base = baseOf(text);
  if (
    base.length < 2 ||
    isStopWord(text, language) ||
    isForeignStopWord(text) ||
    isCommonWord(text, language) ||
    (language !== 'en' && base !== text)
  )
    return false;
  if (isTermHere(text, state, stemmer, language)) return false;
  if (!isTermHere(base, state, stemmer, language) && !isStopWord(base, language)) {
    if (!isSpelled(base)) return false;
    if (SpellingIndex.of(state.index).hasAccented(base, stemmer(base, language), state))
      return true;
    if (!isNameKnown(normaliseName(base), state) && !isSpeltRightly(base, language)) return true;
  }
  return language === 'en' && ODD_TAIL.test(text.slice(base.length));
}

function isTermHere(
  word: string,
  { index }: BankState,
  stemmer: Stemmer,
  language: string,
): boolean {
  return [stemmer(word, language), word].some((term) =>
    isTermKnown(index, index.postings.numberOf(term)),
  );
}

/** The word up to its apostrophe. */
function baseOf(word: string): string {
  const at = word.search(/['’]/);
  return at > 0 ? word.slice(0, at) : word;
}

function mistyped(
  { text }: Word,
  raw: string,
  before: string | null,
  language: string,
): Omit<Mistyped, 'amongOwn'> {
  const word = baseOf(text);
  return {
    word,
    letters: foldAccents(word),
    language,
    expected: expectedAfter(before),
    // German capitalises all nouns, and words in all capitals say nothing.
    looksLikeName: before !== null && language !== 'de' && /^\p{Lu}.*\p{Ll}/u.test(raw),
  };
}

function expectedAfter(before: string | null): WordSort | null {
  if (before === null) return 'asking';
  return ASKS.has(before) ? 'auxiliary' : null;
}

interface Mended {
  readonly text: string;
  /** Null for another form of the word, which is no error. */
  readonly reading: TypoCorrection | null;
  readonly alternatives: readonly (readonly [number, number])[];
}

/** Null when the word as typed is more likely. */
function correctWord(
  raw: string,
  typed: Mistyped,
  book: SpellingIndex,
  state: BankState,
  stemmer: Stemmer,
): Mended | null {
  const base = baseOf(raw);
  const tail = mendedTail(raw.slice(base.length));
  if (
    raw !== base &&
    (isTermHere(typed.word, state, stemmer, typed.language) ||
      isNameKnown(normaliseName(typed.word), state))
  ) {
    return {
      text: base + tail,
      reading: {
        typed: raw,
        as: base + tail,
        term: stemmer(typed.word, typed.language),
        certainty: 1,
      },
      alternatives: [],
    };
  }
  const candidates = book.candidates(typed, state, stemmer);
  const [best] = candidates;
  const asTyped = worthAsTyped(typed);
  if (best === undefined || best.score < asTyped || isForeign(typed, best)) return null;
  if (isOtherForm(typed, best))
    return { text: raw, reading: null, alternatives: [[best.number, FORM_SHARE]] };
  const total = candidates.reduce((sum, { score }) => sum + Math.exp(score), Math.exp(asTyped));
  const share = (score: number): number => Math.exp(score) / total;
  const read = cased(best.word, raw, state) + tail;
  return {
    text: read,
    reading: { typed: raw, as: read, term: best.term, certainty: share(best.score) },
    alternatives: candidates
      .slice(1)
      .flatMap(({ number, score }) =>
        number >= 0 && share(score) >= MIN_ALTERNATIVE ? [[number, share(score)] as const] : [],
      ),
  };
}

/**
 * “Termin”, “facture”, “Brot”: a word of another language rather than a misspelt one that no memory has. The other
 * words are not of the query's language, it is capitalised like a noun, or it lacks only an ending.
 */
function isForeign({ word, looksLikeName, amongOwn }: Mistyped, best: Candidate): boolean {
  return best.stranger && (!amongOwn || looksLikeName || best.word.startsWith(word));
}

/**
 * “Mutti” where memories have “Mutter”: the index has stems, and a word that begins with one is another form of it
 * rather than a misspelling, unless the words around it are English.
 */
function isOtherForm(
  { word, language, looksLikeName, amongOwn }: Mistyped,
  best: Candidate,
): boolean {
  const amongEnglish = language === 'en' && amongOwn && !looksLikeName;
  return best.number >= 0 && word.startsWith(best.term) && !amongEnglish;
}

/** Whether it is a function word of this language only: “was” is also German. */
const isOwnWord = (word: string, language: string): boolean =>
  isStopWord(word, language) && !isSharedWord(word);

/** The longer a word, the less likely that another resembles it by chance. */
function worthAsTyped({ word, looksLikeName, language }: Mistyped): number {
  if (language !== 'en')
    return Math.max(
      WORTH_AS_TYPED,
      WORTH_UNLISTED_AS_TYPED - WORTH_OF_UNLISTED_LETTER * Math.max(0, word.length - SHORT_NAME),
    );
  if (!looksLikeName) return WORTH_AS_TYPED;
  return Math.max(
    WORTH_AS_TYPED,
    WORTH_OF_NAME_AS_TYPED - WORTH_OF_LETTER * Math.max(0, word.length - SHORT_NAME),
  );
}

/** Contractions retain their ending; one with an extra or missing letter is read as a possessive. */
function mendedTail(tail: string): string {
  return ODD_TAIL.test(tail) ? "'s" : tail;
}

/** Names keep or get their capital; other words follow the typed word. */
function cased(word: string, raw: string, { index, entities }: BankState): string {
  if (word !== word.toLowerCase()) return word;
  const isName = index.speakersByWord(word).length > 0 || entities.named(word).length > 0;
  return isName || /^\p{Lu}/u.test(raw) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
