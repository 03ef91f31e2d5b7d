import type { Note } from '../../domain/note.js';
import type { KnownNote } from '../../indexes/note-index.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { capitals } from '../../recall/confidence/evidence.js';
import type { Ranked } from '../../recall/ranking/score.js';
import type { Understanding } from '../../recall/understand.js';
import { cosine } from '../../spaces/dense-vectors.js';

/** Words count as one family if they share this many first letters and at most this many differ at the end. */
const SAME_BEGIN = 5;
const MAX_ENDING = 2;

interface ReadNote {
  /** The stems of each question that it answers. */
  readonly asks: readonly ReadonlySet<string>[];
  readonly aspect: readonly string[];
  readonly about: readonly string[];
  readonly is: readonly string[];
  readonly value: readonly string[];
}

/** Similarity of a query to a note, each part 0..1. */
export interface Nearness {
  /** Share of the query's word weight covered by the best matching of the note's questions. */
  readonly covered: number;
  /** Cosine to the nearest of the note's questions. */
  readonly asks: number;
  /** Cosine to the nearest of the tasks for which the note matters. */
  readonly matters: number;
  /** Share of its aspect's words that the query contains. */
  readonly aspect: number;
  /** Shares of the words of its subject, of what that is, and of its value that the query contains. */
  readonly about: number;
  readonly is: number;
  readonly value: number;
  /** Share of the query's capitalised words that its sentence contains. */
  readonly names: number;
  /** 1 where a reason is asked for and it has one. */
  readonly reason: number;
}

export const NOT_NEAR: Nearness = {
  covered: 0,
  asks: 0,
  matters: 0,
  aspect: 0,
  about: 0,
  is: 0,
  value: 0,
  names: 0,
  reason: 0,
};

const shareOf = (words: readonly string[], has: (word: string) => boolean): number =>
  words.length === 0 ? 0 : words.filter(has).length / words.length;

/** Cached for the lifetime of the note: consecutive queries meet the same notes. */
const READ = new WeakMap<Note, ReadNote>();

/** Similarity of a query to notes: to the questions they answer, and to their subject, aspect and value. */
export class AsksMatcher {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;
  readonly #names: readonly string[];
  readonly #asksReason: boolean;

  constructor(
    understanding: Understanding,
    private readonly vector: Float32Array,
    private readonly stemmer: Stemmer,
  ) {
    const { terms, nameTerms, wanted } = understanding;
    this.#names = capitals(understanding).map((name) => name.toLowerCase());
    this.#asksReason = wanted.reason;
    this.#weights = new Map([...terms, ...nameTerms].map(({ term, weight }) => [term, weight]));
    this.#total = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /** Without questions of its own, a note is matched by its sentence. */
  of(
    { note, vectors }: Pick<KnownNote, 'note' | 'vectors'>,
    { memory: { content: text }, parts: { semantic } }: Pick<Ranked, 'memory' | 'parts'>,
  ): Nearness {
    const { asks, aspect, about, is, value } = this.#read(note, text);
    const nearest = (some: readonly Int8Array[]): number =>
      some.reduce((most, own) => Math.max(most, cosine(this.vector, own)), 0);
    const said = text.toLowerCase();
    const isAsked = (stem: string): boolean => this.#weights.has(stem);
    return {
      covered: asks.reduce((most, stems) => Math.max(most, this.#held(stems)), 0),
      asks:
        note.asks.length === 0
          ? Math.min(1, semantic)
          : nearest(vectors.slice(0, note.asks.length)),
      matters: nearest(vectors.slice(note.asks.length)),
      aspect: shareOf(aspect, (stem) => this.#hasFamilyOf(stem)),
      about: shareOf(about, isAsked),
      is: shareOf(is, isAsked),
      value: shareOf(value, isAsked),
      names: shareOf(this.#names, (name) => said.includes(name)),
      reason: Number(this.#asksReason && note.because !== null),
    };
  }

  /** Of a turn that nobody has read yet: by its words and meaning, as if they were what a note of it answers. */
  ofUnread({ memory: { content }, parts }: Pick<Ranked, 'memory' | 'parts'>): Nearness {
    const said = content.toLowerCase();
    const covered = this.#held(new Set(contentTerms(content, 'en', this.stemmer)));
    const near = Math.min(1, parts.semantic);
    const names = shareOf(this.#names, (name) => said.includes(name));
    return {
      ...NOT_NEAR,
      covered,
      // Who says all that is asked for says it of the subject and the aspect.
      asks: Math.max(near, covered ** 2),
      aspect: covered ** 2,
      about: Math.max(covered ** 2, names),
      matters: near,
      names,
    };
  }

  /** Share of the query's word weight that these stems cover. */
  #held(stems: ReadonlySet<string>): number {
    if (this.#total === 0) return 0;
    let held = 0;
    for (const [term, weight] of this.#weights) if (stems.has(term)) held += weight;
    return held / this.#total;
  }

  /** Whether the query contains a stem, or one of the same family: allergic, allergy. */
  #hasFamilyOf(stem: string): boolean {
    if (this.#weights.has(stem)) return true;
    const begin = stem.slice(0, Math.max(SAME_BEGIN, stem.length - MAX_ENDING));
    if (stem.length < SAME_BEGIN) return false;
    for (const term of this.#weights.keys())
      if (term.startsWith(begin) && term.length <= begin.length + MAX_ENDING) return true;
    return false;
  }

  #read(note: Note, text: string): ReadNote {
    let read = READ.get(note);
    if (read === undefined) {
      const stemsOf = (text: string): string[] => contentTerms(text, 'en', this.stemmer);
      read = {
        asks: (note.asks.length === 0 ? [text] : note.asks).map((ask) => new Set(stemsOf(ask))),
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
