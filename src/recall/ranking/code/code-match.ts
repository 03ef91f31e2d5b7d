import { CODE_ROLES, type CodeRole } from '../../../language/code/code-reading.js';
import type { Code } from '../../../spaces/e07-code.js';
import type { CodeQuestion } from './code-question.js';

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
}

export const ROLES = CODE_ROLES.length;
export const ROLE_NUMBER: ReadonlyMap<CodeRole, number> = new Map(CODE_ROLES.map((role, at) => [role, at]));
export const NAME = CODE_ROLES.indexOf('name');
export const SUMMARY = CODE_ROLES.indexOf('summary');
export const CALLED = CODE_ROLES.indexOf('called');

/** A word of a function, all its roles together. */
export interface FunctionWord {
  readonly hash: number;
  /** How often, by number of role. */
  readonly counts: Uint8Array;
}

/** How strongly something stands for a word of the question: anywhere in the function, in its name, among what it calls. */
export interface Stands {
  readonly any: Float64Array;
  readonly name: Float64Array;
  readonly called: Float64Array;
}

/** One function held against the question: read once, for all groups of features. */
export class CodeMatch {
  readonly words: readonly FunctionWord[];
  /** Words by number of role, with repeats, and without. */
  readonly lengths = new Float64Array(ROLES);
  readonly kinds = new Float64Array(ROLES);
  readonly length: number;
  /** Words of its name and of its summary, in order. */
  readonly name: readonly number[];
  readonly summary: readonly number[];
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
    const words = new Map<number, FunctionWord>();
    const [name, summary]: [number[], number[]] = [[], []];
    for (const { hash, role, count } of candidate.code.words) {
      const at = ROLE_NUMBER.get(role) ?? 0;
      let word = words.get(hash);
      if (word === undefined) words.set(hash, (word = { hash, counts: new Uint8Array(ROLES) }));
      word.counts[at] = count;
      this.lengths[at] = (this.lengths[at] ?? 0) + count;
      this.kinds[at] = (this.kinds[at] ?? 0) + 1;
      if (at === NAME) name.push(hash);
      else if (at === SUMMARY) summary.push(hash);
    }
    this.words = [...words.values()];
    this.length = this.lengths.reduce((sum, each) => sum + each, 0);
    this.name = name;
    this.summary = summary;
    this.own = new Uint16Array(asked * ROLES);
    this.alike = new Uint16Array(asked * ROLES);
    this.translated = { ...stands(asked), sum: new Float64Array(asked) };
    this.begun = stands(asked);
    for (const word of this.words) this.#hold(word);
  }

  /** How often the question's word stands in the function, all roles together. */
  frequency(at: number): number {
    let sum = 0;
    for (let role = 0; role < ROLES; role++) sum += this.own[at * ROLES + role] ?? 0;
    return sum;
  }

  #hold({ hash, counts }: FunctionWord): void {
    for (const { at, as, strength } of this.question.bearings.get(hash) ?? []) {
      if (as === 'itself') this.own.set(counts, at * ROLES);
      else if (as === 'synonym') for (let role = 0; role < ROLES; role++) this.alike[at * ROLES + role] = (this.alike[at * ROLES + role] ?? 0) + (counts[role] ?? 0);
      else {
        const kind = as === 'translation' ? this.translated : this.begun;
        raise(kind.any, at, strength);
        if ((counts[NAME] ?? 0) > 0) raise(kind.name, at, strength);
        if ((counts[CALLED] ?? 0) > 0) raise(kind.called, at, strength);
        if (as === 'translation') this.translated.sum[at] = (this.translated.sum[at] ?? 0) + strength;
      }
    }
  }
}

function stands(asked: number): Stands {
  return { any: new Float64Array(asked), name: new Float64Array(asked), called: new Float64Array(asked) };
}

function raise(values: Float64Array, at: number, strength: number): void {
  values[at] = Math.max(values[at] ?? 0, strength);
}
