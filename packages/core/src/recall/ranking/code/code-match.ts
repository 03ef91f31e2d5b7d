import type { Bearing, CodeQuestion } from './code-question.js';
import {
  CALLED,
  type CodeVocabulary,
  FIELD_WEIGHTS,
  type FunctionWords,
  type KnownWords,
  NAME,
  ROLES,
  SUMMARY,
} from './code-vocabulary.js';
import type { Code } from '../../../spaces/e07-code.js';

/** Scores of a candidate apart from its code, each 0..1. */
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

/** How strongly a question word is represented in the function overall, in its name, and in its calls. */
interface Stands {
  readonly any: Float64Array;
  readonly name: Float64Array;
  readonly called: Float64Array;
}

/** A candidate's function: its words, and what the bank knows of them. */
interface CandidateFunction {
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

const K1 = 1.2;
const B = 0.75;
/** How strongly a field's length counts when fields are added up. */
const FIELD_B = 0.6;
/** The weighted frequency at which the saturation reaches one half. */
const HALF = 2;
const SYNONYM_SHARE = 0.25;

/** Field statistics of one function; `usualLengths` is the mean number of words per role. */
function readFields(
  { question: { words, total }, own, alike, touched, function: { lengths } }: CodeMatch,
  usualLengths: Float64Array,
): readonly number[] {
  const fields = new Float64Array(ROLES);
  let [all, withAlike, body, told] = [0, 0, 0, 0];
  for (const at of touched) {
    const weight = words[at]?.weight ?? 0;
    let [tells, inBody, same] = [0, 0, 0];
    for (let role = 0; role < ROLES; role++) {
      const frequency = own[at * ROLES + role] ?? 0;
      const synonyms = alike[at * ROLES + role] ?? 0;
      if (frequency === 0 && synonyms === 0) continue;
      const share = (lengths[role] ?? 0) / (usualLengths[role] ?? 1);
      const worth = (FIELD_WEIGHTS[role] ?? 0) / (1 - FIELD_B + FIELD_B * share);
      same += SYNONYM_SHARE * worth * Math.min(2, synonyms);
      if (frequency === 0) continue;
      fields[role] =
        (fields[role] ?? 0) + (weight * frequency) / (frequency + K1 * (1 - B + B * share)) / total;
      if (role === NAME || role === SUMMARY) tells += worth * frequency;
      else inBody += worth * frequency;
    }
    all += weight * damped(tells + inBody);
    withAlike += weight * damped(tells + inBody + same);
    body += weight * damped(inBody);
    told += weight * damped(tells);
  }
  return [...fields, all / total, withAlike / total, body / total, told / total];
}

const damped = (frequency: number): number => frequency / (frequency + HALF);

/** All candidates of one question that are code. */
export interface CodePool {
  readonly question: CodeQuestion;
  readonly matches: readonly CodeMatch[];
  /** Mean number of words per role in a function. */
  readonly usualLengths: Float64Array;
  /** Field statistics of each candidate, shared by several groups. */
  readonly fields: readonly (readonly number[])[];
  readonly vocabulary: CodeVocabulary;
  /** Inverse document frequency of a function's word in the bank, by hash. */
  readonly rarity: (hash: number) => number;
}

/**
 * A group of features computed together; `prepare` is called once per pool, and the result gives `names.length`
 * numbers per candidate.
 */
export interface CodeFeatureGroup {
  readonly names: readonly string[];
  readonly prepare: (pool: CodePool) => (match: CodeMatch, row: number) => readonly number[];
}

/** With few candidates, the typical lengths count as this many of them. */
const USUAL = 10;
/** Mean words per role, in the order of the roles, in functions of several libraries. */
const ELSEWHERE = [2.2, 4, 8, 8, 5, 1, 6, 14] as const;

export function makePool(
  question: CodeQuestion,
  matches: readonly CodeMatch[],
  vocabulary: CodeVocabulary,
): CodePool {
  const usualLengths = Float64Array.from({ length: ROLES }, (_, role) => {
    const sum = matches.reduce(
      (all, match) => all + (match.function.lengths[role] ?? 0),
      USUAL * (ELSEWHERE[role] ?? 1),
    );
    return Math.max(1, sum / (matches.length + USUAL));
  });
  return {
    question,
    matches,
    usualLengths,
    fields: matches.map((match) => readFields(match, usualLengths)),
    vocabulary,
    rarity: (hash) => vocabulary.rarity(hash),
  };
}
