import { isMeaningfulFunctionWord, type Translation } from '../../../language/code/code-reader.js';
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
import { type Code, wordHash } from '../../../spaces/e07-code.js';

/** A word of the question, for matching code. */
interface AskedWord {
  readonly term: string;
  readonly hash: number;
  /** Number of content words before it. */
  readonly place: number;
  /** Whether it only frames the question. */
  readonly frame: boolean;
  /** Inverse document frequency in the bank; close to zero for a word that only frames the question. */
  readonly weight: number;
  /** Words with much the same meaning. */
  readonly synonyms: ReadonlySet<number>;
}

/** How a word of the bank relates to a word of the question. */
interface Bearing {
  /** Index of the question's word. */
  readonly at: number;
  readonly as: 'itself' | 'synonym' | 'translation' | 'beginning';
  /** 0..1. */
  readonly strength: number;
}

/** Two adjacent words of the question. */
export interface AskedPair {
  readonly first: number;
  readonly second: number;
  /** Their indices among the question's words. */
  readonly firstAt: number;
  readonly secondAt: number;
  readonly weight: number;
}

/** A question about code, prepared for comparison with many functions. */
export interface CodeQuestion {
  readonly words: readonly AskedWord[];
  /** Weight by hash. */
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
  readonly heaviest: number;
  /** Norm of the vector of weights. */
  readonly norm: number;
  readonly pairs: readonly AskedPair[];
  readonly pairTotal: number;
  /** The first word that does not just frame the question; null if there is none. */
  readonly first: AskedWord | null;
  /** Every synonym of one of the question's words. */
  readonly synonyms: ReadonlySet<number>;
  /** The words of each identifier cited in the question. */
  readonly cited: readonly (readonly number[])[];
  /** The relations of each related word of the bank to the question, by hash. */
  readonly bearings: ReadonlyMap<number, readonly Bearing[]>;
}

/** Where the knowledge about the question's words comes from. */
interface QuestionSources {
  readonly vocabulary: CodeVocabulary;
  /** Memories of the bank. */
  readonly size: number;
  readonly isIndexed: (term: string) => boolean;
  readonly synonyms: (stem: string) => readonly string[];
  readonly translations: (stem: string) => readonly Translation[];
  /** The words of each identifier cited in the question. */
  readonly cited: readonly (readonly string[])[];
}

/** A word that frames the question ("python", "function") says almost nothing about what is looked for. */
const FRAME_WEIGHT = 0.02;
/** A word that is not in the index weighs this share of the maximum rarity. */
const UNSEEN = 0.4;
/** Words such as "to" and "is", which the index leaves out, are everywhere in code. */
const TELLING = 0.1;
const LEAST = 1e-6;

/** `words` says of each word whether it only frames the question; `ordered` has them in their order. Pure. */
export function readCodeQuestion(
  words: ReadonlyMap<string, boolean>,
  ordered: readonly string[],
  sources: QuestionSources,
): CodeQuestion {
  const terms = [...words.keys()];
  let told = 0;
  const asked = terms.map((term): AskedWord => {
    const frame = words.get(term) === true;
    const place = words.get(term) === false ? told++ : told;
    return {
      term,
      hash: wordHash(term),
      frame,
      place,
      weight: weightOf(term, frame, sources),
      synonyms: new Set(sources.synonyms(term).map(wordHash)),
    };
  });
  const weights = new Map(asked.map(({ hash, weight }) => [hash, weight]));
  const places = new Map(asked.map(({ hash }, at) => [hash, at]));
  // The ordered words are the question's own; an added word would have no position.
  const telling = ordered.filter((term) => words.get(term) === false).map(wordHash);
  const pairs = telling.slice(1).flatMap((second, at): AskedPair[] => {
    const first = telling[at] ?? second;
    return first === second
      ? []
      : [
          {
            first,
            second,
            firstAt: places.get(first) ?? 0,
            secondAt: places.get(second) ?? 0,
            weight: (weights.get(first) ?? 0) + (weights.get(second) ?? 0),
          },
        ];
  });
  return {
    words: asked,
    weights,
    total: Math.max(
      LEAST,
      asked.reduce((sum, { weight }) => sum + weight, 0),
    ),
    heaviest: asked.reduce((most, { weight }) => Math.max(most, weight), LEAST),
    norm: Math.max(LEAST, Math.hypot(...asked.map(({ weight }) => weight))),
    pairs,
    pairTotal: Math.max(
      LEAST,
      pairs.reduce((sum, { weight }) => sum + weight, 0),
    ),
    first: asked.find(({ hash }) => hash === telling[0]) ?? null,
    synonyms: new Set(asked.flatMap(({ synonyms }) => [...synonyms])),
    cited: sources.cited.map((each) => each.map(wordHash)),
    bearings: bearingsOf(asked, sources),
  };
}

function weightOf(
  term: string,
  frame: boolean,
  { vocabulary, size, isIndexed }: QuestionSources,
): number {
  const rarity = isIndexed(term)
    ? vocabulary.rarity(wordHash(term))
    : (isMeaningfulFunctionWord(term) ? TELLING : UNSEEN) * Math.log(1.5 + size);
  return rarity * (frame ? FRAME_WEIGHT : 1);
}

function bearingsOf(
  asked: readonly AskedWord[],
  { vocabulary, translations }: QuestionSources,
): Map<number, Bearing[]> {
  const bearings = new Map<number, Bearing[]>();
  const bear = (hash: number, bearing: Bearing): void => {
    const known = bearings.get(hash);
    if (known === undefined) bearings.set(hash, [bearing]);
    else known.push(bearing);
  };
  asked.forEach(({ term, hash, frame, synonyms }, at) => {
    bear(hash, { at, as: 'itself', strength: 1 });
    for (const synonym of synonyms)
      if (synonym !== hash) bear(synonym, { at, as: 'synonym', strength: 1 });
    if (frame) return;
    for (const { term: other, strength } of translations(term))
      bear(wordHash(other), { at, as: 'translation', strength });
    for (const { hash: other, share } of vocabulary.beginningLike(term))
      bear(other, { at, as: 'beginning', strength: share });
  });
  return bearings;
}

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
