import type { BankIndex } from '../indexes/bank-index.js';
import type { BankState } from '../indexes/bank-state.js';
import { isNameKnown, isTermKnown } from '../indexes/index-lookups.js';
import { Vocabulary, type WordQuery } from '../indexes/vocabulary.js';
import { editDistance, editDistanceToPrefix } from '../language/string-similarity.js';
import { foldAccents, normaliseName } from '../language/names/name-spelling.js';
import {
  isSpeltRightly,
  spellingWords,
  type SpellingWord,
  type WordSort,
} from '../language/terms.js';
import { type Stemmer, wordForms } from '../language/stem.js';

/** A misspelt word, as typed. */
export interface Mistyped {
  /** In lower case. */
  readonly word: string;
  /** Without accents. */
  readonly letters: string;
  readonly language: string;
  /** The kind of word likely at its position. */
  readonly expected: WordSort | null;
  /** It has a capital where only names have one. */
  readonly looksLikeName: boolean;
  /** Other words of the query are function words of the language. */
  readonly amongOwn: boolean;
}

/** A word that a mistyped one may stand for. */
export interface Candidate {
  readonly word: string;
  readonly term: string;
  /** Its term number in the index; -1 when it is in no memory. */
  readonly number: number;
  /** Log-likelihood of this reading, up to a constant. */
  readonly score: number;
  /** A plain word that is in no memory. */
  readonly stranger: boolean;
}

/** Number of most similar words checked letter by letter. */
const LOOKALIKES = 16;
const MIN_SIMILARITY = 0.08;
/** Log-likelihood cost of each edit. */
const COST_OF_EDIT = 4;
const WORTH_OF_SIMILARITY = 4;
const WORTH_OF_FIRST_LETTER = 0.7;
/** Cost of a reading that is no name, for a word capitalised within a sentence: a name, or a noun in another language. */
const COST_OF_CAPITAL = 5;
/** Cost of a word form that is not attested. */
const COST_OF_INVENTED = 3;
/** Cost of a word that is in no memory: it helps little, even when correct. */
const COST_OF_STRANGER = 1.5;
/** How often a kind of word is used in questions, as a share of the bank's memories. */
const SHARE: Readonly<Record<WordSort | 'speaker', number>> = {
  asking: 0.3,
  auxiliary: 0.2,
  function: 0.1,
  framing: 0.02,
  calendar: 0.02,
  plain: 0,
  speaker: 0.3,
};
/** Function words are short and resemble everything: two edits turn most words into one. */
const GRAMMAR: ReadonlySet<string> = new Set<WordSort>(['asking', 'auxiliary', 'function']);
const LONG = 7;
const SHORT = 4;
const ASCII_ONLY = /^[\u0000-\u007f]*$/;
/** Bonus by position: an unknown first word of a question is probably a question word; the word after one, an auxiliary. */
const WORTH_OF_PLACE: Readonly<Partial<Record<WordSort, number>>> = { asking: 4, auxiliary: 2 };
/** Scripts that separate words. */
const SPELLED =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{M}]+$/u;
const BETWEEN_NAMES = /[^\p{L}\p{M}'’]+/u;

/** Whether the word's script spells with letters and separates words. */
export function isSpelled(word: string): boolean {
  return SPELLED.test(word);
}

interface WordList {
  readonly words: readonly SpellingWord[];
  readonly vocabulary: Vocabulary;
}

/** A cache: derived from the bank and the word lists alone. */
const books = new WeakMap<BankIndex, SpellingIndex>();
const lists = new Map<string, WordList>();

/** The words of a bank and of its speakers' names, as codes for comparison; follows the index. */
export class SpellingIndex {
  readonly #terms = new Vocabulary();
  readonly #speakers = new Vocabulary();
  readonly #speakerWords: string[] = [];
  #speakersSeen = 0;
  /** Accented terms by their letters without accents. */
  readonly #accented = new Set<string>();
  /** Terms by how they begin, without accents. */
  readonly #byOpening = new Map<string, number[]>();
  #termsSeen = 0;

  /** The bank's spelling index, up to date. Words are only listed; they are encoded when first compared. */
  static of(index: BankIndex): SpellingIndex {
    const book = books.get(index) ?? new SpellingIndex();
    books.set(index, book);
    book.#follow(index);
    return book;
  }

  /** Whether the bank has the word with other accents. */
  hasAccented(word: string, stem: string, { index }: BankState): boolean {
    if (
      this.#accented.size > 0 &&
      (this.#accented.has(foldAccents(word)) || this.#accented.has(foldAccents(stem)))
    )
      return true;
    return (
      !ASCII_ONLY.test(word) &&
      (index.postings.numberOf(foldAccents(word)) >= 0 ||
        index.postings.numberOf(foldAccents(stem)) >= 0)
    );
  }

  /** Numbers of the terms that share the first letters of a word, which is given without accents. */
  openingLike(word: string): readonly number[] {
    return this.#byOpening.get(openingOf(word)) ?? [];
  }

  /** What the word may stand for, likeliest first, each term once. */
  candidates(typed: Mistyped, state: BankState, stemmer: Stemmer): Candidate[] {
    const best = new Map<string, Candidate>();
    for (const found of [
      this.#fromSpeakers(typed, state, stemmer),
      this.#fromBank(typed, state, stemmer),
      fromAnyBank(typed, state, stemmer),
    ]) {
      for (const candidate of found) {
        const known = best.get(candidate.term);
        if (known === undefined || candidate.score > known.score)
          best.set(candidate.term, candidate);
      }
    }
    return [...best.values()].sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
  }

  #follow({ postings, speakers }: BankIndex): void {
    const { terms } = postings;
    this.#terms.follow(terms);
    for (; this.#termsSeen < terms.length; this.#termsSeen++) {
      const term = terms[this.#termsSeen] ?? '';
      const letters = foldAccents(term);
      if (!ASCII_ONLY.test(term)) this.#accented.add(letters);
      const opening = openingOf(letters);
      const alike = this.#byOpening.get(opening);
      if (alike === undefined) this.#byOpening.set(opening, [this.#termsSeen]);
      else alike.push(this.#termsSeen);
    }
    for (; this.#speakersSeen < speakers.size; this.#speakersSeen++) {
      for (const word of speakers.text(this.#speakersSeen).split(BETWEEN_NAMES)) {
        if (word.length < 2) continue;
        this.#speakerWords.push(word);
        this.#speakers.add(word.toLowerCase());
      }
    }
  }

  *#fromSpeakers(typed: Mistyped, state: BankState, stemmer: Stemmer): Generator<Candidate> {
    for (const { number, similarity } of this.#speakers.nearest(sought(typed), LOOKALIKES)) {
      const word = this.#speakerWords[number] ?? '';
      if (!isSpokenHere(word, state)) continue;
      const distance = distanceTo(word.toLowerCase(), typed);
      if (distance <= editsFor(typed))
        yield listed(
          word,
          'speaker',
          likelihood(word.toLowerCase(), distance, similarity, typed),
          state,
          typed,
          stemmer,
        );
    }
  }

  *#fromBank(typed: Mistyped, state: BankState, stemmer: Stemmer): Generator<Candidate> {
    const { postings } = state.index;
    for (const { number, similarity } of this.#terms.nearest(
      sought(typed, stemmer(typed.word, typed.language)),
      LOOKALIKES,
    )) {
      const term = postings.term(number);
      if (similarity < MIN_SIMILARITY || !isSpelled(term) || !isTermKnown(state.index, number))
        continue;
      const form = likeliestForm(term, typed, state, stemmer);
      if (form === null) continue;
      const met = Math.log(1 + postings.documentFrequency(number));
      yield {
        word: form.word,
        term,
        number,
        score: met - form.cost + likelihood(form.word, form.distance, similarity, typed),
        stranger: false,
      };
    }
  }
}

/** The minimum beginning that two forms of one word share: three letters, or two syllables of Hangul. */
function openingOf(letters: string): string {
  return letters.slice(0, /^\p{Script=Hangul}/u.test(letters) ? 2 : 3);
}

/** Whether the word belongs to the name of a speaker of current memories. */
const isSpokenHere = (word: string, { index }: BankState): boolean =>
  index.speakersByWord(normaliseName(word)).some((speaker) => index.heard.has(speaker));

function* fromAnyBank(typed: Mistyped, state: BankState, stemmer: Stemmer): Generator<Candidate> {
  const { words, vocabulary } = wordsOfAnyBank(typed.language);
  for (const { number, similarity } of vocabulary.nearest(sought(typed), LOOKALIKES)) {
    const { word, sort } = words[number] ?? { word: '', sort: 'plain' as const };
    const distance = distanceTo(word, typed);
    const edits = GRAMMAR.has(sort) && typed.word.length < LONG ? 1 : editsFor(typed);
    if (distance <= edits)
      yield listed(
        word,
        sort,
        likelihood(word, distance, similarity, typed),
        state,
        typed,
        stemmer,
      );
  }
}

function wordsOfAnyBank(language: string): WordList {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const words = spellingWords(language);
  const made = { words, vocabulary: new Vocabulary().follow(words.map(({ word }) => word)) };
  lists.set(language, made);
  return made;
}

/** A word from a list as a candidate, scored with its frequency in the bank. */
function listed(
  word: string,
  sort: WordSort | 'speaker',
  likely: number,
  { index }: BankState,
  { language, expected, looksLikeName }: Mistyped,
  stemmer: Stemmer,
): Candidate {
  const term = stemmer(word.toLowerCase(), language);
  const number = index.postings.numberOf(term);
  const met = Math.log(
    1 +
      Math.max(index.size * SHARE[sort], number < 0 ? 0 : index.postings.documentFrequency(number)),
  );
  const place = sort !== 'speaker' && sort === expected ? (WORTH_OF_PLACE[sort] ?? 0) : 0;
  const capital = looksLikeName && sort !== 'speaker' && sort !== 'calendar' ? COST_OF_CAPITAL : 0;
  const stranger = sort === 'plain' && number < 0;
  const strange = stranger ? COST_OF_STRANGER : 0;
  return { word, term, number, score: likely + met + place - capital - strange, stranger };
}

interface Form {
  readonly word: string;
  readonly distance: number;
  readonly cost: number;
}

/** The form of a stem that was most likely meant; null when none is similar enough. */
function likeliestForm(
  term: string,
  typed: Mistyped,
  state: BankState,
  stemmer: Stemmer,
): Form | null {
  // The same letters except for accents: no form has to be guessed.
  if (foldAccents(term) === foldAccents(stemmer(typed.word, typed.language)))
    return { word: term, distance: 0, cost: 0 };
  const edits = editsFor(typed);
  // Endings are added to a stem and may replace its last letter; if the typed word does not begin
  // like it, no form fits.
  if (editDistanceToPrefix(foldAccents(term), typed.letters, edits + 1) > edits + 1) return null;
  let best: Form | null = null;
  for (const word of wordForms(
    term,
    typed.language,
    (form) => distanceTo(form, typed) <= edits,
    stemmer,
  )) {
    const distance = distanceTo(word, typed);
    const form = { word, distance, cost: distance === 0 ? 0 : costOfForm(word, typed, state) };
    if (
      best === null ||
      COST_OF_EDIT * form.distance + form.cost < COST_OF_EDIT * best.distance + best.cost
    )
      best = form;
  }
  return best;
}

function costOfForm(word: string, { language, looksLikeName }: Mistyped, state: BankState): number {
  if (isNameKnown(word, state)) return 0;
  const invented = language !== 'en' || isSpeltRightly(word, language) ? 0 : COST_OF_INVENTED;
  return invented + (looksLikeName ? COST_OF_CAPITAL : 0);
}

function likelihood(
  form: string,
  distance: number,
  similarity: number,
  { word }: Mistyped,
): number {
  return (
    WORTH_OF_SIMILARITY * similarity -
    COST_OF_EDIT * distance +
    (form[0] === word[0] ? WORTH_OF_FIRST_LETTER : 0)
  );
}

function sought(typed: Mistyped, ...forms: string[]): WordQuery {
  return { word: typed.word, forms: [...forms, ...transposed(typed.word)], edits: editsFor(typed) };
}

/** A short word shares almost nothing with its own transposition, so transposed forms are looked up too. */
function transposed(word: string): string[] {
  if (word.length > SHORT) return [];
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

/** Longer words tolerate more errors: two errors may hit one word. */
function editsFor({ word }: Mistyped): number {
  return word.length < 5 ? 1 : 2;
}

function distanceTo(form: string, typed: Mistyped): number {
  const edits = editsFor(typed);
  // A composed word never gets shorter without its accents.
  if (form.length > typed.letters.length + edits) return edits + 1;
  return editDistance(typed.letters, foldAccents(form), edits);
}
