import type { Note } from '../../domain/note.js';
import type { WordVectors } from '../../language/meaning/word-vectors.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Understanding } from '../../recall/understand.js';

/** A question that a note answers, as stems and as the weighted mean of their word vectors. */
interface AskedOfNote {
  readonly stems: ReadonlySet<string>;
  readonly mean: Float32Array;
}

/** Words of one family: so many first letters are the same, and so many at most differ at the end. */
const SAME_BEGIN = 5;
const MOST_ENDING = 2;

interface ReadNote {
  readonly asks: readonly AskedOfNote[];
  readonly aspect: readonly string[];
}

/** Kept while the note is: consecutive questions meet the same notes. */
const READ = new WeakMap<Note, ReadNote>();

/** How near a question is to notes: to those that they say they answer, and to what of their subject they tell. */
export class AsksMatcher {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #mean: Float32Array;

  constructor(
    { terms, nameTerms, language }: Pick<Understanding, 'terms' | 'nameTerms' | 'language'>,
    private readonly words: WordVectors,
    private readonly stemmer: Stemmer,
  ) {
    this.#weights = new Map([...terms, ...nameTerms].map(({ term, weight }) => [term, weight]));
    this.#total = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
    this.#mean = meanOf(language === 'en' ? terms.map(({ term }) => term) : [], words);
  }

  /**
   * For the nearest of a note's questions: the share of the question's weight that it holds, and the cosine of
   * their meanings; and the share of its aspect's words that the question has. Each 0..1.
   */
  of(note: Note): {
    readonly covered: number;
    readonly cosine: number;
    readonly aspect: number;
  } {
    let [covered, near] = [0, 0];
    const { asks, aspect } = this.#read(note);
    for (const { stems, mean } of asks) {
      let held = 0;
      for (const [term, weight] of this.#weights) if (stems.has(term)) held += weight;
      covered = Math.max(covered, this.#total === 0 ? 0 : held / this.#total);
      near = Math.max(near, cosine(this.#mean, mean));
    }
    const named = aspect.filter((stem) => this.#names(stem)).length;
    return { covered, cosine: near, aspect: aspect.length === 0 ? 0 : named / aspect.length };
  }

  /** Whether the question has a stem, or one that begins like it: allergic, and allergy. */
  #names(stem: string): boolean {
    if (this.#weights.has(stem)) return true;
    const begin = stem.slice(0, Math.max(SAME_BEGIN, stem.length - MOST_ENDING));
    if (stem.length < SAME_BEGIN) return false;
    for (const term of this.#weights.keys())
      if (term.startsWith(begin) && term.length <= begin.length + MOST_ENDING) return true;
    return false;
  }

  #read(note: Note): ReadNote {
    let read = READ.get(note);
    if (read === undefined) {
      read = {
        asks: note.asks.map((ask) => {
          const stems = contentTerms(ask, 'en', this.stemmer);
          return { stems: new Set(stems), mean: meanOf(stems, this.words) };
        }),
        aspect: contentTerms(note.aspect, 'en', this.stemmer),
      };
      READ.set(note, read);
    }
    return read;
  }
}

function meanOf(stems: readonly string[], words: WordVectors): Float32Array {
  const { dimensions, vectors } = words;
  const mean = new Float32Array(dimensions);
  for (const stem of stems) {
    const row = words.row(stem);
    if (row < 0) continue;
    const weight = words.weight(row);
    for (let column = 0; column < dimensions; column++)
      mean[column] = (mean[column] ?? 0) + weight * (vectors[row * dimensions + column] ?? 0);
  }
  return mean;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [product, own, its] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    own += a * a;
    its += b * b;
  }
  return own === 0 || its === 0 ? 0 : Math.max(0, product / Math.sqrt(own * its));
}
