import { UNLISTED } from '../../indexes/meant-words.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { WordVectors } from '../../language/meaning/word-vectors.js';
import type { Understanding } from '../understand.js';

/** Only this many first words of a question are compared. */
const MAX_WORDS = 40;

/** A word of the bank with about the same meaning as one of the question's. */
interface Kin {
  /** Index of the question's word. */
  readonly place: number;
  readonly nearness: number;
}

/** How well a memory matches the question's meaning, by English word vectors: see {@link MeaningMatcher}. */
export interface MeaningMatch {
  /** Cosine of the weighted means of their word vectors. */
  readonly cosine: number;
  /** Share of the question's weight that the memory contains verbatim or in a related word, scaled by similarity. */
  readonly kindred: number;
}

export const NO_MEANING: MeaningMatch = { cosine: 0, kindred: 0 };

/**
 * Compares memories with one question by word meaning, so that a cat called Fluffy is a pet: by the means
 * of their word vectors, weighted by how rare a word is in the language (Arora, Liang and Ma 2017), and
 * word by word. 0 for questions in other languages.
 */
export class MeaningMatcher {
  readonly #mean: Float32Array;
  /** Products of the mean with the vectors of the bank's words, by term number; NaN if not computed yet. */
  readonly #products: Float32Array;
  readonly #kin = new Map<number, Kin[]>();
  /** 1 for the term numbers in {@link #kin}: a quick test, as most words are in none. */
  readonly #related: Uint8Array;
  readonly #weights: readonly number[];
  readonly #total: number;
  /** Scratch array: the best match of each of the question's words. */
  readonly #best: Float32Array;

  constructor(
    private readonly index: BankIndex,
    { terms, language }: Pick<Understanding, 'terms' | 'language'>,
    private readonly words: WordVectors,
  ) {
    const asked = (language === 'en' ? terms.slice(0, MAX_WORDS) : []).flatMap(
      ({ term, number }) => {
        const row = words.row(term);
        return row === UNLISTED ? [] : [{ row, number, weight: words.weight(row) }];
      },
    );
    this.#mean = this.#meanOf(asked);
    this.#weights = asked.map(({ weight }) => weight);
    this.#total = Math.max(
      1e-6,
      this.#weights.reduce((sum, weight) => sum + weight, 0),
    );
    this.#best = new Float32Array(asked.length);
    const { postings } = index;
    this.#related = new Uint8Array(postings.vocabulary);
    this.#products = new Float32Array(asked.length === 0 ? 0 : postings.vocabulary).fill(NaN);
    for (const [place, { row, number }] of asked.entries()) {
      this.#relate(number, { place, nearness: 1 });
      words.eachNear(row, (stem, nearness) =>
        this.#relate(postings.numberOf(stem), { place, nearness }),
      );
    }
  }

  of(slot: number): MeaningMatch {
    if (this.#weights.length === 0) return NO_MEANING;
    const { postings, meant } = this.index;
    const { sequence } = postings;
    const best = this.#best.fill(0);
    let product = 0;
    const end = postings.start(slot) + postings.length(slot);
    for (let at = postings.start(slot); at < end; at++) {
      const number = sequence[at] ?? 0;
      product += this.#product(number);
      if (this.#related[number] !== 1) continue;
      for (const { place, nearness } of this.#kin.get(number) ?? [])
        if (nearness > (best[place] ?? 0)) best[place] = nearness;
    }
    const norm = meant.norm(slot, this.words);
    return {
      cosine: norm === 0 ? 0 : product / norm,
      kindred:
        this.#weights.reduce((sum, weight, place) => sum + weight * (best[place] ?? 0), 0) /
        this.#total,
    };
  }

  /** The weighted mean's product with a word's weighted vector. */
  #product(number: number): number {
    const kept = this.#products[number] ?? 0;
    if (!Number.isNaN(kept)) return kept;
    const { words } = this;
    const row = this.index.meant.row(number, words);
    let product = 0;
    if (row !== UNLISTED) {
      const first = row * words.dimensions;
      for (let column = 0; column < words.dimensions; column++)
        product += (this.#mean[column] ?? 0) * (words.vectors[first + column] ?? 0);
      product *= words.weight(row);
    }
    this.#products[number] = product;
    // Read back in stored precision, so that the result does not depend on the order of calls.
    return this.#products[number];
  }

  #relate(number: number, kin: Kin): void {
    if (number < 0) return;
    this.#related[number] = 1;
    const known = this.#kin.get(number);
    if (known === undefined) this.#kin.set(number, [kin]);
    else known.push(kin);
  }

  #meanOf(asked: readonly { readonly row: number; readonly weight: number }[]): Float32Array {
    const { dimensions, vectors } = this.words;
    const mean = new Float32Array(dimensions);
    for (const { row, weight } of asked)
      for (let column = 0; column < dimensions; column++)
        mean[column] = (mean[column] ?? 0) + weight * (vectors[row * dimensions + column] ?? 0);
    const norm = Math.max(1e-6, Math.hypot(...mean));
    return mean.map((value) => value / norm);
  }
}
