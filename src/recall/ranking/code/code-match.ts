import type { Code } from '../../../spaces/e07-code.js';
import type { Bearing, CodeQuestion } from './code-question.js';
import { CALLED, functionWords, NAME, ROLES, type FunctionWords } from './function-words.js';

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

/** One function held against the question: read once, for all groups of features. */
export class CodeMatch {
  readonly function: FunctionWords;
  /** Of each word of the question, how often by role; the word of the question numbers the rows. */
  readonly own: Uint16Array;
  /** The same of its synonyms. */
  readonly alike: Uint16Array;
  /** How strongly the function's words translate each word of the question; `sum` adds all of them up. */
  readonly translated: Stands & { readonly sum: Float64Array };
  /** How alike the beginning of one of its words is, at best. */
  readonly begun: Stands;

  constructor(
    readonly candidate: CodeCandidate,
    readonly question: CodeQuestion,
  ) {
    const asked = question.words.length;
    this.function = functionWords(candidate.code);
    this.own = new Uint16Array(asked * ROLES);
    this.alike = new Uint16Array(asked * ROLES);
    this.translated = { ...stands(asked), sum: new Float64Array(asked) };
    this.begun = stands(asked);
    this.function.hashes.forEach((hash, word) => {
      const bearings = question.bearings.get(hash);
      if (bearings !== undefined)
        this.#hold(this.function.counts.subarray(word * ROLES, (word + 1) * ROLES), bearings);
    });
  }

  /** How often the question's word stands in the function, all roles together. */
  frequency(at: number): number {
    let sum = 0;
    for (let role = 0; role < ROLES; role++) sum += this.own[at * ROLES + role] ?? 0;
    return sum;
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

function stands(asked: number): Stands {
  return {
    any: new Float64Array(asked),
    name: new Float64Array(asked),
    called: new Float64Array(asked),
  };
}

function raise(values: Float64Array, at: number, strength: number): void {
  values[at] = Math.max(values[at] ?? 0, strength);
}
