import type { Postings } from '../../../indexes/postings.js';
import { wordHash } from '../../../spaces/e07-code.js';

/** Words are looked up by so many first letters. */
const PREFIX = 3;
/** So many letters in a row, a blank at either end being one. */
const GRAM = 4;

/** The fours of letters of a word, in order; a shorter word is one itself. */
export function gramsOf(term: string): string[] {
  const padded = ` ${term} `;
  return Array.from({ length: Math.max(1, padded.length - GRAM + 1) }, (_, at) =>
    padded.slice(at, at + GRAM),
  );
}

/** A word of the bank by its hash and by its beginning. */
interface KnownWord {
  readonly term: string;
  readonly hash: number;
}

/**
 * What a bank's index tells of the words of its code, which are kept by hash: how rare each is, and which begin alike. Follows
 * the index, which only grows.
 */
export class CodeVocabulary {
  readonly #numbers = new Map<number, number>();
  readonly #byPrefix = new Map<string, KnownWord[]>();
  /** Of the words that were asked about since the bank last grew. */
  readonly #rarities = new Map<number, number>();
  /** Of the words that some candidate had. */
  readonly #grams = new Map<number, readonly string[]>();
  #size = 0;
  #read = 0;

  private constructor(private readonly postings: Postings) {}

  static #made = new WeakMap<Postings, CodeVocabulary>();

  /** The vocabulary of these postings, as they are now. */
  static of(postings: Postings): CodeVocabulary {
    let vocabulary = CodeVocabulary.#made.get(postings);
    if (vocabulary === undefined)
      CodeVocabulary.#made.set(postings, (vocabulary = new CodeVocabulary(postings)));
    vocabulary.#follow();
    return vocabulary;
  }

  /** Inverse document frequency, in the form that never turns negative; for a word that the index leaves out, next to nothing. */
  rarity(hash: number): number {
    let rarity = this.#rarities.get(hash);
    if (rarity === undefined)
      this.#rarities.set(hash, (rarity = this.#rarityOf(this.#numbers.get(hash))));
    return rarity;
  }

  /** Memories of the bank. */
  get size(): number {
    return this.postings.size;
  }

  /** How many memories have a word; 0 for one that the index leaves out. */
  frequency(hash: number): number {
    const number = this.#numbers.get(hash);
    return number === undefined ? 0 : this.postings.documentFrequency(number);
  }

  /** The fours of letters of a word; none of one that the index leaves out. */
  grams(hash: number): readonly string[] {
    const known = this.#grams.get(hash);
    if (known !== undefined) return known;
    const number = this.#numbers.get(hash);
    if (number === undefined) return NONE;
    const grams = gramsOf(this.postings.term(number));
    this.#grams.set(hash, grams);
    return grams;
  }

  #rarityOf(number: number | undefined): number {
    if (number === undefined) return LEFT_OUT * Math.log(1.5 + this.postings.size);
    const frequency = this.postings.documentFrequency(number);
    return Math.log(1 + (this.postings.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** Other words that share their first letters with a word, and how much of the longer of the two is shared, 0..1. */
  beginningLike(term: string): { readonly hash: number; readonly share: number }[] {
    if (term.length <= PREFIX) return [];
    return (this.#byPrefix.get(term.slice(0, PREFIX)) ?? []).flatMap(({ term: other, hash }) => {
      let shared = PREFIX;
      while (shared < term.length && shared < other.length && term[shared] === other[shared])
        shared++;
      const cut = other.length === PREFIX || shared > PREFIX;
      return cut && other !== term
        ? [{ hash, share: shared / Math.max(term.length, other.length) }]
        : [];
    });
  }

  #follow(): void {
    if (this.#size !== this.postings.size) {
      this.#rarities.clear();
      this.#size = this.postings.size;
    }
    for (; this.#read < this.postings.vocabulary; this.#read++) {
      const term = this.postings.term(this.#read);
      const hash = wordHash(term);
      this.#numbers.set(hash, this.#read);
      if (term.length < PREFIX || term.length > LONGEST) continue;
      const prefix = term.slice(0, PREFIX);
      const words = this.#byPrefix.get(prefix);
      if (words === undefined) this.#byPrefix.set(prefix, [{ term, hash }]);
      else words.push({ term, hash });
    }
  }
}

const NONE: readonly string[] = [];
/** Words such as "to" and "is", which the index leaves out, are everywhere in code. */
const LEFT_OUT = 0.1;
/** What is longer is several words written in one. */
const LONGEST = 14;
