import type { Note } from '../../domain/note.js';
import type { KnownNote } from '../../indexes/note-index.js';
import { cosine } from '../../spaces/dense-vector.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Understanding } from '../../recall/understand.js';

/** Words of one family: so many first letters are the same, and so many at most differ at the end. */
const SAME_BEGIN = 5;
const MOST_ENDING = 2;

interface ReadNote {
  /** Of each question that it answers, the stems. */
  readonly asks: readonly ReadonlySet<string>[];
  readonly aspect: readonly string[];
  readonly about: readonly string[];
  readonly is: readonly string[];
  readonly value: readonly string[];
}

/** How near a question is to a note, each 0..1. */
export interface Nearness {
  /** Of the nearest of its questions, the share of the question's weight that it holds. */
  readonly covered: number;
  /** The cosine to the nearest of its questions. */
  readonly asks: number;
  /** The cosine to the nearest of the undertakings for which it matters. */
  readonly matters: number;
  /** The share of its aspect's words that the question has. */
  readonly aspect: number;
  /** The shares of the words of its subject, of what that is, and of its value that the question has. */
  readonly about: number;
  readonly is: number;
  readonly value: number;
}

export const NOT_NEAR: Nearness = {
  covered: 0,
  asks: 0,
  matters: 0,
  aspect: 0,
  about: 0,
  is: 0,
  value: 0,
};

/** Kept while the note is: consecutive questions meet the same notes. */
const READ = new WeakMap<Note, ReadNote>();

/** How near a question is to notes: to those that they say they answer, and to whom and what they tell of. */
export class AsksMatcher {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;

  constructor(
    { terms, nameTerms }: Pick<Understanding, 'terms' | 'nameTerms'>,
    private readonly vector: Float32Array,
    private readonly stemmer: Stemmer,
  ) {
    this.#weights = new Map([...terms, ...nameTerms].map(({ term, weight }) => [term, weight]));
    this.#total = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  of({ note, vectors }: Pick<KnownNote, 'note' | 'vectors'>): Nearness {
    const { asks, aspect, about, is, value } = this.#read(note);
    const nearest = (some: readonly Int8Array[]): number =>
      some.reduce((most, own) => Math.max(most, cosine(this.vector, own)), 0);
    const share = (stems: readonly string[], has: (stem: string) => boolean): number =>
      stems.length === 0 ? 0 : stems.filter(has).length / stems.length;
    const isAsked = (stem: string): boolean => this.#weights.has(stem);
    return {
      covered: asks.reduce((most, stems) => Math.max(most, this.#held(stems)), 0),
      asks: nearest(vectors.slice(0, note.asks.length)),
      matters: nearest(vectors.slice(note.asks.length)),
      aspect: share(aspect, (stem) => this.#names(stem)),
      about: share(about, isAsked),
      is: share(is, isAsked),
      value: share(value, isAsked),
    };
  }

  /** The share of the question's weight that some words hold. */
  #held(stems: ReadonlySet<string>): number {
    if (this.#total === 0) return 0;
    let held = 0;
    for (const [term, weight] of this.#weights) if (stems.has(term)) held += weight;
    return held / this.#total;
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
      const stemsOf = (text: string): string[] => contentTerms(text, 'en', this.stemmer);
      read = {
        asks: note.asks.map((ask) => new Set(stemsOf(ask))),
        aspect: stemsOf(note.aspect),
        about: stemsOf(note.about),
        is: stemsOf(note.is ?? ''),
        value: stemsOf(note.value ?? ''),
      };
      READ.set(note, read);
    }
    return read;
  }
}
