import { isTellingWord } from '../../../language/code/code-reader.js';
import type { Translation } from '../../../language/code/code-translations.js';
import { wordHash } from '../../../spaces/e07-code.js';
import type { CodeVocabulary } from './code-vocabulary.js';

/** A word of the question, as code has it. */
export interface AskedWord {
  readonly term: string;
  readonly hash: number;
  /** How many telling words come before it. */
  readonly place: number;
  /** Whether it only frames the question. */
  readonly frame: boolean;
  /** Inverse document frequency in the bank; next to nothing for a word that only frames the question. */
  readonly weight: number;
  /** Words for much the same. */
  readonly synonyms: ReadonlySet<number>;
}

/** How a word of the bank bears on a word of the question. */
export interface Bearing {
  /** Place of the question's word. */
  readonly at: number;
  readonly as: 'itself' | 'synonym' | 'translation' | 'beginning';
  /** 0..1. */
  readonly strength: number;
}

/** Two words that stand side by side in the question. */
export interface AskedPair {
  readonly first: number;
  readonly second: number;
  /** Their places among the question's words. */
  readonly firstAt: number;
  readonly secondAt: number;
  readonly weight: number;
}

/** A question about code, made ready to be held against many functions. */
export interface CodeQuestion {
  readonly words: readonly AskedWord[];
  /** Weight by hash. */
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
  readonly heaviest: number;
  /** Length of the vector of weights. */
  readonly norm: number;
  readonly pairs: readonly AskedPair[];
  readonly pairTotal: number;
  /** The first word that does not only frame the question; null where there is none. */
  readonly first: AskedWord | null;
  /** Every word that means much the same as one of the question's. */
  readonly synonyms: ReadonlySet<number>;
  /** The words of each identifier that the question cites. */
  readonly cited: readonly (readonly number[])[];
  /** What each word of the bank that bears on the question has to do with it, by hash. */
  readonly bearings: ReadonlyMap<number, readonly Bearing[]>;
}

/** What is known of the question's words. */
export interface QuestionSources {
  readonly vocabulary: CodeVocabulary;
  /** Memories of the bank. */
  readonly size: number;
  readonly isIndexed: (term: string) => boolean;
  readonly synonyms: (stem: string) => readonly string[];
  readonly translations: (stem: string) => readonly Translation[];
  /** The words of each identifier that the question cites. */
  readonly cited: readonly (readonly string[])[];
}

/** A question's frame ("python", "function") tells hardly anything of what is looked for. */
const FRAME_WEIGHT = 0.02;
/** A word that the index does not keep weighs this share of the rarest that could be. */
const UNSEEN = 0.4;
/** Words such as "to" and "is", which the index leaves out, are everywhere in code. */
const TELLING = 0.1;
const LEAST = 1e-6;

/** `words` tells of each whether it only frames the question; `ordered` has them as they stand in it. Pure. */
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
  // What the question has in order are its very words; a stranger would have no place.
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
