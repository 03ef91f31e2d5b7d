import type { Code } from '../../../spaces/e07-code.js';
import type { Bearing, CodeQuestion } from './code-question.js';
import type { KnownWords } from './code-vocabulary.js';
import { CALLED, NAME, ROLES, type FunctionWords } from './function-words.js';

/** What is known of a candidate beside its code, each 0..1. */
export interface CodeCandidate {
  readonly code: Code;
  /** BM25 of the memory's terms as a share of the best candidate's. */
  readonly bm25: number;
  /** The same as a share of what could be reached. */
  readonly reached: number;
  readonly cosine: number;
  readonly codeCosine: number;
  readonly associates: number;
  readonly pairs: number;
  readonly relatives: number;
  /** Share of the identifiers that the question cites which the memory has, as they are written. */
  readonly cites: number;
}

/** How strongly something stands for a word of the question: anywhere in the function, in its name, among what it calls. */
export interface Stands {
  readonly any: Float64Array;
  readonly name: Float64Array;
  readonly called: Float64Array;
}

/** A candidate's function: its words, and how the bank knows them. */
export interface CandidateFunction {
  readonly words: FunctionWords;
  readonly known: KnownWords;
}

/** One function held against the question: read once, for all groups of features. */
export class CodeMatch {
  readonly function: FunctionWords;
  readonly known: KnownWords;
  /** Of each word of the question, how often by role; the word of the question numbers the rows. */
  readonly own: Uint16Array;
  /** The same of its synonyms. */
  readonly alike: Uint16Array;
  /** How strongly the function's words translate each word of the question; `sum` adds all of them up. */
  readonly translated: Stands & { readonly sum: Float64Array };
  /** How alike the beginning of one of its words is, at best. */
  readonly begun: Stands;
  /** How often each word of the question stands in the function, all roles together. */
  readonly frequencies: Uint32Array;
  /** Places of the function's words that bear on the question. */
  readonly met: readonly number[];
  /** Words of the question that any of them bears on, in order: of the others there is nothing to add up. */
  readonly touched: readonly number[];

  /** `bears` marks, by their numbers, the words that bear on the question. */
  constructor(
    readonly candidate: CodeCandidate,
    readonly question: CodeQuestion,
    { words, known }: CandidateFunction,
    bears: Uint8Array,
  ) {
    const asked = question.words.length;
    this.function = words;
    this.known = known;
    this.own = new Uint16Array(asked * ROLES);
    this.alike = new Uint16Array(asked * ROLES);
    const strengths = new Float64Array(asked * STRENGTHS);
    const part = (at: number): Float64Array => strengths.subarray(at * asked, (at + 1) * asked);
    this.translated = { any: part(0), name: part(1), called: part(2), sum: part(3) };
    this.begun = { any: part(4), name: part(5), called: part(6) };
    this.frequencies = new Uint32Array(asked);
    const { numbers } = known;
    const met: number[] = [];
    const touched = new Uint8Array(asked);
    for (let word = 0; word < numbers.length; word++) {
      if (bears[numbers[word] ?? 0] === 0) continue;
      met.push(word);
      const bearings = question.bearings.get(words.hashes[word] ?? 0) ?? [];
      for (const { at } of bearings) touched[at] = 1;
      this.#hold(words.counts.subarray(word * ROLES, (word + 1) * ROLES), bearings);
    }
    this.met = met;
    this.touched = placesOf(touched);
    for (const at of this.touched)
      for (let role = 0; role < ROLES; role++)
        this.frequencies[at] = (this.frequencies[at] ?? 0) + (this.own[at * ROLES + role] ?? 0);
  }

  #hold(counts: Uint8Array, bearings: readonly Bearing[]): void {
    for (const { at, as, strength } of bearings) {
      if (as === 'itself') this.own.set(counts, at * ROLES);
      else if (as === 'synonym')
        for (let role = 0; role < ROLES; role++)
          this.alike[at * ROLES + role] =
            (this.alike[at * ROLES + role] ?? 0) + (counts[role] ?? 0);
      else {
        const kind = as === 'translation' ? this.translated : this.begun;
        raise(kind.any, at, strength);
        if ((counts[NAME] ?? 0) > 0) raise(kind.name, at, strength);
        if ((counts[CALLED] ?? 0) > 0) raise(kind.called, at, strength);
        if (as === 'translation')
          this.translated.sum[at] = (this.translated.sum[at] ?? 0) + strength;
      }
    }
  }
}

/** What is told of each word of the question by {@link CodeMatch.translated} and {@link CodeMatch.begun}. */
const STRENGTHS = 7;

function placesOf(marks: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < marks.length; at++) if (marks[at] === 1) places.push(at);
  return places;
}

function raise(values: Float64Array, at: number, strength: number): void {
  values[at] = Math.max(values[at] ?? 0, strength);
}
