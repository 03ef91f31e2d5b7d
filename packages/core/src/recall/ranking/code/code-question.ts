import { isTellingWord } from '../../../language/code/code-reader.js';
import type { Translation } from '../../../language/code/programming-words.js';
import { wordHash } from '../../../spaces/e07-code.js';
import type { CodeVocabulary } from './code-vocabulary.js';

/** A word of the question, for matching code. */
export interface AskedWord {
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
export interface Bearing {
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
export interface QuestionSources {
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
    : (isTellingWord(term) ? TELLING : UNSEEN) * Math.log(1.5 + size);
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
