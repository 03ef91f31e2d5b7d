import type { Code } from '../../../spaces/e07-code.js';
import type { Bearing, CodeQuestion } from './code-question.js';
import type { KnownWords } from './code-vocabulary.js';
import { CALLED, NAME, ROLES, type FunctionWords } from './function-words.js';

/** What is known of a candidate besides its code, each 0..1. */
export interface CodeCandidate {
  readonly code: Code;
  /** BM25 of the memory's terms as a share of the best candidate's. */
  readonly bm25: number;
  /** The same as a share of the upper bound. */
  readonly reached: number;
  readonly cosine: number;
  readonly codeCosine: number;
  readonly associates: number;
  readonly pairs: number;
  readonly relatives: number;
  /** Share of the identifiers cited in the question that the memory contains verbatim. */
  readonly cites: number;
}

/** How strongly a word of the question is represented: anywhere in the function, in its name, among what it calls. */
export interface Stands {
  readonly any: Float64Array;
  readonly name: Float64Array;
  readonly called: Float64Array;
}

/** A candidate's function: its words, and what the bank knows of them. */
export interface CandidateFunction {
  readonly words: FunctionWords;
  readonly known: KnownWords;
}

/** One function compared with the question; computed once for all groups of features. */
export class CodeMatch {
  readonly function: FunctionWords;
  readonly known: KnownWords;
  /** For each word of the question (row), its count by role. */
  readonly own: Uint16Array;
  /** The same for its synonyms. */
  readonly alike: Uint16Array;
  /** How strongly the function's words translate each word of the question; `sum` adds them up. */
  readonly translated: Stands & { readonly sum: Float64Array };
  /** The best similarity of word beginnings. */
  readonly begun: Stands;
  /** Count of each word of the question in the function, over all roles. */
  readonly frequencies: Uint32Array;
  /** Positions of the function's words that are related to the question. */
  readonly met: readonly number[];
  /** Words of the question that any of them is related to, in order; the others add nothing. */
  readonly touched: readonly number[];

  /** `bears` marks, by number, the words related to the question. */
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

/** Values per word of the question in {@link CodeMatch.translated} and {@link CodeMatch.begun}. */
const STRENGTHS = 7;

function placesOf(marks: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < marks.length; at++) if (marks[at] === 1) places.push(at);
  return places;
}

function raise(values: Float64Array, at: number, strength: number): void {
  values[at] = Math.max(values[at] ?? 0, strength);
}
