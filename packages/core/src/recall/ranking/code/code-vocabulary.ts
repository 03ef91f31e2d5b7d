import type { Postings } from '../../../indexes/postings.js';
import { CODE_ROLES, type CodeRole } from '../../../language/code/code-reading.js';
import { type Code, wordHash } from '../../../spaces/e07-code.js';

export const ROLES = CODE_ROLES.length;
export const NAME = CODE_ROLES.indexOf('name');
export const SUMMARY = CODE_ROLES.indexOf('summary');
export const CALLED = CODE_ROLES.indexOf('called');

/** The weight of a word in each role, in the order of the roles. */
export const FIELD_WEIGHTS: readonly number[] = [4, 2.5, 1, 1.2, 1, 0.7, 0.6, 0.8];

const ROLE_NUMBER: ReadonlyMap<CodeRole, number> = new Map(
  CODE_ROLES.map((role, at) => [role, at]),
);

/** A function's distinct words; independent of the question. */
export interface FunctionWords {
  readonly hashes: readonly number[];
  /** Counts by role; the word numbers the rows. */
  readonly counts: Uint8Array;
  /** Logarithm of each word's weighted count over all roles, and over name and summary only. */
  readonly worth: Float32Array;
  readonly told: Float32Array;
  /** Number of words by role number, with and without repeats. */
  readonly lengths: Float64Array;
  readonly kinds: Float64Array;
  readonly length: number;
  /** Words of its name and of its summary, in order. */
  readonly name: readonly number[];
  readonly summary: readonly number[];
}

const READ = new WeakMap<Code, FunctionWords>();

/** Computed once per code, and cached as long as the code is. */
export function functionWords(code: Code): FunctionWords {
  let words = READ.get(code);
  if (words === undefined) READ.set(code, (words = read(code)));
  return words;
}

function read(code: Code): FunctionWords {
  const places = new Map<number, number>();
  for (const { hash } of code.words) if (!places.has(hash)) places.set(hash, places.size);
  const counts = new Uint8Array(places.size * ROLES);
  const lengths = new Float64Array(ROLES);
  const kinds = new Float64Array(ROLES);
  const [name, summary]: [number[], number[]] = [[], []];
  for (const { hash, role, count } of code.words) {
    const at = ROLE_NUMBER.get(role) ?? 0;
    counts[(places.get(hash) ?? 0) * ROLES + at] = count;
    lengths[at] = (lengths[at] ?? 0) + count;
    kinds[at] = (kinds[at] ?? 0) + 1;
    if (at === NAME) name.push(hash);
    else if (at === SUMMARY) summary.push(hash);
  }
  const logOf = (roles: readonly number[]): Float32Array =>
    Float32Array.from({ length: places.size }, (_, word) =>
      Math.log1p(
        roles.reduce(
          (sum, role) => sum + (FIELD_WEIGHTS[role] ?? 0) * (counts[word * ROLES + role] ?? 0),
          0,
        ),
      ),
    );
  return {
    hashes: [...places.keys()],
    counts,
    lengths,
    kinds,
    name,
    summary,
    worth: logOf(CODE_ROLES.map((_, role) => role)),
    told: logOf([NAME, SUMMARY]),
    length: lengths.reduce((sum, each) => sum + each, 0),
  };
}

/** Words are looked up by this many first letters. */
const PREFIX = 3;
/** Letters per n-gram, counting a blank at either end. */
const GRAM = 4;

/** The 4-grams of a word, in order; a shorter word is a gram itself. */
export function gramsOf(term: string): string[] {
  const padded = ` ${term} `;
  return Array.from({ length: Math.max(1, padded.length - GRAM + 1) }, (_, at) =>
    padded.slice(at, at + GRAM),
  );
}

/** A word of the bank by its hash and its prefix. */
interface KnownWord {
  readonly term: string;
  readonly hash: number;
}

/** A function's words as the bank knows them now, in the function's order; independent of the question. */
export interface KnownWords {
  /** The number of each word, the key for tables of words. */
  readonly numbers: Int32Array;
  readonly rarities: Float64Array;
  /** Rarity times weight of each word, and the norm of that vector. */
  readonly weights: Float64Array;
  readonly norm: number;
  /** Norm of the vector of name and summary. */
  readonly toldNorm: number;
  /** Norm of the vector of its summary's rarities, and their sum. */
  readonly summaryNorm: number;
  readonly summarySum: number;
  /** Number of 4-grams in all its words, and in its name's, with repeats. */
  readonly grams: number;
  readonly nameGrams: number;
}

/**
 * What a bank's index knows about the words of its code, which are stored by hash: how rare each is, and which have
 * similar beginnings. Follows the index, which only grows.
 */
export class CodeVocabulary {
  /** The index's words, by hash. */
  readonly #terms = new Map<number, number>();
  readonly #byPrefix = new Map<string, KnownWord[]>();
  /** The words queried since the bank last grew. */
  readonly #rarities = new Map<number, number>();
  /** The words seen in functions, by hash; numbered in order of appearance. */
  readonly #numbers = new Map<number, number>();
  readonly #hashes: number[] = [];
  /** Number of 4-grams in each of them; 0 while the index leaves it out. */
  readonly #gramCounts: number[] = [];
  /** Those with a given 4-gram, once per occurrence. */
  readonly #byGram = new Map<string, number[]>();
  /** The functions read since the bank last grew. */
  #known = new WeakMap<FunctionWords, KnownWords>();
  #size = 0;
  #read = 0;

  private constructor(private readonly postings: Postings) {}

  static #made = new WeakMap<Postings, CodeVocabulary>();

  /** The vocabulary of these postings, up to date. */
  static of(postings: Postings): CodeVocabulary {
    let vocabulary = CodeVocabulary.#made.get(postings);
    if (vocabulary === undefined)
      CodeVocabulary.#made.set(postings, (vocabulary = new CodeVocabulary(postings)));
    vocabulary.#follow();
    return vocabulary;
  }

  /**
   * Inverse document frequency, in the form that is never negative; close to zero for a word that the index leaves
   * out.
   */
  rarity(hash: number): number {
    let rarity = this.#rarities.get(hash);
    if (rarity === undefined)
      this.#rarities.set(hash, (rarity = this.#rarityOf(this.#terms.get(hash))));
    return rarity;
  }

  /** Memories of the bank. */
  get size(): number {
    return this.postings.size;
  }

  /** Number of memories with a word; 0 for one that the index leaves out. */
  frequency(hash: number): number {
    const term = this.#terms.get(hash);
    return term === undefined ? 0 : this.postings.documentFrequency(term);
  }

  /** Number of words seen in functions: word numbers are below this. */
  get words(): number {
    return this.#hashes.length;
  }

  /** The number of a word; -1 for one that no function had. */
  numberOf(hash: number): number {
    return this.#numbers.get(hash) ?? -1;
  }

  hash(number: number): number {
    return this.#hashes[number] ?? 0;
  }

  /** Numbers of the words with a 4-gram, once per occurrence. */
  wordsWith(gram: string): readonly number[] {
    return this.#byGram.get(gram) ?? NONE;
  }

  /** Computed once per function, and cached until the bank changes. */
  known(words: FunctionWords): KnownWords {
    let known = this.#known.get(words);
    if (known === undefined) this.#known.set(words, (known = this.#know(words)));
    return known;
  }

  #know({ hashes, counts, worth, told }: FunctionWords): KnownWords {
    const numbers = Int32Array.from(hashes, (hash) => this.#number(hash));
    const rarities = Float64Array.from(hashes, (hash) => this.rarity(hash));
    const weights = new Float64Array(hashes.length);
    let [square, toldSquare, summarySquare, summarySum, grams, nameGrams] = [0, 0, 0, 0, 0, 0];
    for (let at = 0; at < hashes.length; at++) {
      const row = at * ROLES;
      const letters = this.#gramCounts[numbers[at] ?? 0] ?? 0;
      for (let role = 0; role < ROLES; role++) grams += letters * (counts[row + role] ?? 0);
      nameGrams += letters * (counts[row + NAME] ?? 0);
      const rarity = rarities[at] ?? 0;
      const weight = rarity * (worth[at] ?? 0);
      weights[at] = weight;
      square += weight * weight;
      const tells = told[at] ?? 0;
      if (tells === 0) continue;
      toldSquare += rarity * tells * (rarity * tells);
      if ((counts[row + SUMMARY] ?? 0) === 0) continue;
      summarySquare += rarity * rarity;
      summarySum += rarity;
    }
    return {
      numbers,
      rarities,
      weights,
      norm: Math.sqrt(square) || 1,
      toldNorm: Math.sqrt(toldSquare),
      summaryNorm: Math.sqrt(summarySquare),
      summarySum,
      grams,
      nameGrams,
    };
  }

  /** The number of a function's word, assigned on first sight; its letters are read once the index has it. */
  #number(hash: number): number {
    let number = this.#numbers.get(hash);
    if (number === undefined) {
      number = this.#hashes.push(hash) - 1;
      this.#gramCounts.push(0);
      this.#numbers.set(hash, number);
    }
    const term = this.#terms.get(hash);
    if (term === undefined || (this.#gramCounts[number] ?? 0) > 0) return number;
    const grams = gramsOf(this.postings.term(term));
    this.#gramCounts[number] = grams.length;
    for (const gram of grams) {
      const words = this.#byGram.get(gram);
      if (words === undefined) this.#byGram.set(gram, [number]);
      else words.push(number);
    }
    return number;
  }

  #rarityOf(number: number | undefined): number {
    if (number === undefined) return LEFT_OUT * Math.log(1.5 + this.postings.size);
    const frequency = this.postings.documentFrequency(number);
    return Math.log(1 + (this.postings.size - frequency + 0.5) / (frequency + 0.5));
  }

  /** Other words that share first letters with a word, and which share of the longer of the two is common, 0..1. */
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
      this.#known = new WeakMap();
      this.#size = this.postings.size;
    }
    for (; this.#read < this.postings.vocabulary; this.#read++) {
      const term = this.postings.term(this.#read);
      const hash = wordHash(term);
      this.#terms.set(hash, this.#read);
      if (term.length < PREFIX || term.length > LONGEST) continue;
      const prefix = term.slice(0, PREFIX);
      const words = this.#byPrefix.get(prefix);
      if (words === undefined) this.#byPrefix.set(prefix, [{ term, hash }]);
      else words.push({ term, hash });
    }
  }
}

const NONE: readonly number[] = [];
/** Words such as "to" and "is", which the index leaves out, are everywhere in code. */
const LEFT_OUT = 0.1;
/** Longer words are several words run together. */
const LONGEST = 14;
