import { readLexicon, SYNONYMS, TOPICS } from '../language/lexicon.js';
import type { Stemmer } from '../language/stem.js';
import { hashText } from '../language/text-hash.js';
import { cosine, normalise, quantise } from './dense-vectors.js';
import type { Space, WeightedTerm } from './space.js';

/**
 * Number of random entries in one feature's vector: enough that two features hardly ever collide, few enough to add
 * fast.
 */
const NON_ZEROS = 64;
/** Weights of the kinds of features, relative to the stem itself. */
const WEIGHTS = { stem: 1, grams: 0.5, synonyms: 0.8, topics: 0.5 } as const;
const GRAM_SIZES = [3, 4, 5] as const;
/** Different hash seeds keep the kinds of features apart. */
const SEEDS = {
  stem: 0x811c9dc5,
  gram: 0x9747b28c,
  synonym: 0x1b873593,
  topic: 0x2c1b3c6d,
} as const;
const MEMO_LIMIT = 20_000;
/** Number of stems whose complete vectors are cached, some kilobytes each. */
const KEPT_STEMS = 2_000;

/** The hashed features of one stem with their amounts; together they have length 1. */
interface Features {
  readonly hashes: readonly number[];
  readonly amounts: readonly number[];
}

/** Sums weighted stems into one vector of the given dimensions. */
export interface RandomIndexing {
  /** Feature by feature, for arbitrary texts. */
  sum(terms: readonly WeightedTerm[]): Float32Array;
  /**
   * By complete vectors of stems, which are cached: faster for the words that occur in questions. Equal to {@link
   * sum} except for rounding.
   */
  sumKept(terms: readonly WeightedTerm[]): Float32Array;
}

/**
 * Random indexing (Kanerva, Kristofersson and Holst 2000; Sahlgren 2005) of stems, of their character 3- to 5-grams,
 * and of the synonym and topic groups they belong to. A vector depends on the terms alone. Up to 2^26 dimensions.
 */
export function createRandomIndexing(stemmer: Stemmer, dimensions: number): RandomIndexing {
  const memo = new FeatureMemo((stem) => {
    const { synonyms, topics } = groupsOf(stemmer);
    return readFeatures(stem, synonyms.get(stem) ?? [], topics.get(stem) ?? []);
  });
  const add = (vector: Float32Array, { term, weight }: WeightedTerm): void => {
    const start = memo.start(term);
    const { hashes, amounts } = memo;
    const end = start + 1 + (hashes[start] ?? 0);
    for (let at = start + 1; at < end; at++)
      addFeature(vector, hashes[at] ?? 0, (amounts[at] ?? 0) * weight);
  };
  const kept = new Map<string, Float32Array>();
  const wholeOf = (term: string): Float32Array => {
    let whole = kept.get(term);
    if (whole === undefined) {
      if (kept.size >= KEPT_STEMS) kept.clear();
      whole = new Float32Array(dimensions);
      add(whole, { term, weight: 1 });
      kept.set(term, whole);
    }
    return whole;
  };
  return {
    sum: (terms) => {
      const vector = new Float32Array(dimensions);
      for (const term of terms) add(vector, term);
      return vector;
    },
    sumKept: (terms) => {
      const vector = new Float32Array(dimensions);
      for (const { term, weight } of terms) {
        const whole = wholeOf(term);
        for (let at = 0; at < dimensions; at++)
          vector[at] = (vector[at] ?? 0) + weight * (whole[at] ?? 0);
      }
      return vector;
    },
  };
}

/**
 * Features of recently seen stems, concatenated in two arrays: a pair of small arrays per stem would take several
 * times the memory, also outside the heap. When full, it is reset.
 */
class FeatureMemo {
  readonly #starts = new Map<string, number>();
  /** As signed 32-bit integers and single floats, because an array of such numbers is unboxed. */
  readonly hashes: number[] = [];
  readonly amounts: number[] = [];

  constructor(private readonly read: (stem: string) => Features) {}

  /** Where a stem's entry begins: the number of its features, followed by the features. */
  start(stem: string): number {
    return this.#starts.get(stem) ?? this.#add(stem);
  }

  #add(stem: string): number {
    if (this.#starts.size >= MEMO_LIMIT) {
      this.#starts.clear();
      this.hashes.length = 0;
      this.amounts.length = 0;
    }
    const { hashes, amounts } = this.read(stem);
    const start = this.hashes.length;
    this.#starts.set(stem, start);
    this.hashes.push(hashes.length);
    this.amounts.push(0);
    // One by one: a word of 65,000 letters has more features than a call takes arguments.
    for (const hash of hashes) this.hashes.push(hash | 0);
    for (const amount of amounts) this.amounts.push(Math.fround(amount));
    return start;
  }
}

/** Damps repetition: a term that occurs twice counts √2 times. */
export function damped(terms: readonly string[]): WeightedTerm[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ term, weight: Math.sqrt(count) }));
}

/**
 * Adds the pseudo-random sparse vector of a feature: xorshift (Marsaglia 2003) seeded by its hash gives positions and
 * signs.
 */
function addFeature(vector: Float32Array, hash: number, amount: number): void {
  const dimensions = vector.length;
  // For a power of two the remainder is the low bits, computed ten times as fast.
  const lowBits = (dimensions & (dimensions - 1)) === 0 ? dimensions - 1 : -1;
  let state = hash | 1;
  for (let step = 0; step < NON_ZEROS; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const drawn = (state >>> 3) & 0x3ffffff;
    const place = lowBits < 0 ? drawn % dimensions : drawn & lowBits;
    vector[place] = (vector[place] ?? 0) + ((state >>> 29) & 1 ? amount : -amount);
  }
}

function readFeatures(
  stem: string,
  synonyms: readonly number[],
  topics: readonly number[],
): Features {
  const isWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(stem);
  const kinds = [
    { weight: WEIGHTS.stem, hashes: [hashText(stem, SEEDS.stem)] },
    {
      weight: WEIGHTS.grams,
      hashes: isWord ? gramsOf(stem).map((gram) => hashText(gram, SEEDS.gram)) : [],
    },
    {
      weight: WEIGHTS.synonyms,
      hashes: synonyms.map((group) => hashText(String(group), SEEDS.synonym)),
    },
    { weight: WEIGHTS.topics, hashes: topics.map((group) => hashText(String(group), SEEDS.topic)) },
  ].filter(({ hashes }) => hashes.length > 0);
  const length = Math.sqrt(kinds.reduce((total, { weight }) => total + weight * weight, 0));
  return {
    hashes: kinds.flatMap(({ hashes }) => hashes),
    amounts: kinds.flatMap(({ weight, hashes }) =>
      hashes.map(() => weight / (length * Math.sqrt(hashes.length))),
    ),
  };
}

function gramsOf(stem: string): string[] {
  const bounded = `<${stem}>`;
  return GRAM_SIZES.flatMap((size) =>
    Array.from({ length: Math.max(0, bounded.length - size + 1) }, (_, at) =>
      bounded.slice(at, at + size),
    ),
  );
}

interface Groups {
  readonly synonyms: ReadonlyMap<string, readonly number[]>;
  readonly topics: ReadonlyMap<string, readonly number[]>;
}

/**
 * The groups of English stems, computed once per stemmer, on first use: stemming two lexicons takes tens of
 * milliseconds.
 */
const GROUPS = new WeakMap<Stemmer, Groups>();

function groupsOf(stemmer: Stemmer): Groups {
  let groups = GROUPS.get(stemmer);
  if (groups === undefined) {
    groups = { synonyms: groupsByStem(SYNONYMS, stemmer), topics: groupsByStem(TOPICS, stemmer) };
    GROUPS.set(stemmer, groups);
  }
  return groups;
}

function groupsByStem(lexicon: string, stemmer: Stemmer): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  readLexicon(lexicon).forEach((words, group) => {
    for (const stem of new Set(words.map((word) => stemmer(word, 'en'))))
      groups.set(stem, [...(groups.get(stem) ?? []), group]);
  });
  return groups;
}

const DIMENSIONS = 1024;
/** Exponent of rarity in a query: slightly more than BM25's idf. */
const RARITY_POWER = 1.5;

/**
 * E1 without a learned model: random indexing of a text's stems. A document's vector depends on its text alone, so it
 * never has to be recomputed as the bank grows; what the bank knows, rarity and associated words, weights the query.
 */
export function createSemanticEncoder(stemmer: Stemmer): TextEncoder {
  const indexing = createRandomIndexing(stemmer, DIMENSIONS);
  return {
    id: 'mneme-hashed-1',
    dimensions: DIMENSIONS,
    contextSimilarity: 0.3,
    likeness: 0.45,
    document: (_text, terms) => quantise(indexing.sum(damped(terms))),
    query: (terms) =>
      normalise(
        indexing.sumKept(
          terms.map(({ term, weight }) => ({ term, weight: weight ** RARITY_POWER })),
        ),
      ),
  };
}

/** A vector of E1: signed bytes for a memory, unit length for a query. */
export type SemanticCode = Int8Array | Float32Array;

/** E1 behind the interface of all spaces. A memory without words has no code. */
export function createSemanticSpace(encoder: TextEncoder): Space<SemanticCode> {
  return {
    ...storedSemanticSpace(encoder),
    memory: ({ content, terms }) => (terms.length === 0 ? null : encoder.document(content, terms)),
    query: ({ terms }) => {
      const vector = encoder.query(terms);
      return vector.some((value) => value !== 0) ? vector : null;
    },
  };
}

/**
 * E1 of a bank whose vectors come from a learned model: they are only compared here, and computed elsewhere, as the
 * model is slow.
 */
export function storedSemanticSpace({
  id,
  dimensions,
}: Pick<TextEncoder, 'id' | 'dimensions'>): Space<SemanticCode> {
  return {
    name: 'semantic',
    id,
    dimensions,
    memory: () => null,
    query: () => null,
    similarity: cosine,
    likeness: cosine,
  };
}

/** Turns text into vectors of one semantic space. Pure: the same text always gives the same vector. */
export interface TextEncoder {
  /** Identifies algorithm and version; vectors of different encoders are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Minimum mean cosine to a context's members for a memory to join it. */
  readonly contextSimilarity: number;
  /** Minimum cosine for linking two memories as similar. */
  readonly likeness: number;
  /** The vector of a text to be stored, scaled to signed bytes; `terms` are its stems in order. */
  document(text: string, terms: readonly string[]): Int8Array;
  /**
   * The vector of a query: its stems with the weight that the bank gives them. Length 1, or 0 for a query without
   * words.
   */
  query(terms: readonly WeightedTerm[]): Float32Array;
}
