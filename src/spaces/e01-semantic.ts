import { SYNONYMS } from '../language/lexicon/synonyms.js';
import { readLexicon } from '../language/lexicon/read-lexicon.js';
import { TOPICS } from '../language/lexicon/topics.js';
import type { Stemmer } from '../language/stem.js';
import { normalise, quantise } from './dense-vector.js';
import { hashText } from './hash-text.js';
import type { WeightedTerm } from './space.js';
import type { TextEncoder } from './text-encoder.js';

const DIMENSIONS = 1024;
/** Random entries of one feature's vector: enough that two features hardly ever meet, few enough to add fast. */
const NON_ZEROS = 64;
/** What each kind of feature is worth beside the stem itself. */
const WEIGHTS = { stem: 1, grams: 0.5, synonyms: 0.8, topics: 0.5 } as const;
const GRAM_SIZES = [3, 4, 5] as const;
/** How strongly rarity weighs in a query: a little more than BM25's idf does. */
const RARITY_POWER = 1.5;
/** Kinds of features hash apart. */
const SEEDS = { stem: 0x811c9dc5, gram: 0x9747b28c, synonym: 0x1b873593, topic: 0x2c1b3c6d } as const;
const MEMO_LIMIT = 20_000;

/** The hashed features of one stem with their amounts; together they have length 1. */
interface Features {
  readonly hashes: Uint32Array;
  readonly amounts: Float32Array;
}

/**
 * E1 without a learned model: random indexing (Kanerva, Kristofersson and Holst 2000; Sahlgren 2005) of stems, of
 * their character 3- to 5-grams, and of the synonym and topic groups they belong to. A document's vector depends on its text
 * alone, so that it never has to be made anew as the bank grows; what the bank knows, rarity and company, weighs the query.
 */
export function createSemanticEncoder(stemmer: Stemmer): TextEncoder {
  const synonyms = groupsByStem(SYNONYMS, stemmer);
  const topics = groupsByStem(TOPICS, stemmer);
  const memo = new Map<string, Features>();
  const featuresOf = (stem: string): Features => {
    let features = memo.get(stem);
    if (features === undefined) {
      if (memo.size >= MEMO_LIMIT) memo.clear();
      features = readFeatures(stem, synonyms.get(stem) ?? [], topics.get(stem) ?? []);
      memo.set(stem, features);
    }
    return features;
  };
  return {
    id: 'mneme-hashed-1',
    dimensions: DIMENSIONS,
    contextSimilarity: 0.3,
    likeness: 0.45,
    document: (_text, terms) => quantise(sum(damped(terms), featuresOf)),
    query: (terms) => normalise(sum(terms.map(({ term, weight }) => ({ term, weight: weight ** RARITY_POWER })), featuresOf)),
  };
}

/** A word said twice counts √2 times. */
function damped(terms: readonly string[]): WeightedTerm[] {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].map(([term, count]) => ({ term, weight: Math.sqrt(count) }));
}

function sum(terms: readonly WeightedTerm[], featuresOf: (stem: string) => Features): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const { term, weight } of terms) {
    const { hashes, amounts } = featuresOf(term);
    for (let at = 0; at < hashes.length; at++) addFeature(vector, hashes[at] ?? 0, (amounts[at] ?? 0) * weight);
  }
  return vector;
}

/** Adds the pseudo-random sparse vector of a feature: xorshift (Marsaglia 2003) from its hash gives places and signs. */
function addFeature(vector: Float32Array, hash: number, amount: number): void {
  let state = hash | 1;
  for (let step = 0; step < NON_ZEROS; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const place = (state >>> 3) & (DIMENSIONS - 1);
    vector[place] = (vector[place] ?? 0) + ((state >>> 29) & 1 ? amount : -amount);
  }
}

function readFeatures(stem: string, synonyms: readonly number[], topics: readonly number[]): Features {
  const isWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(stem);
  const kinds = [
    { weight: WEIGHTS.stem, hashes: [hashText(stem, SEEDS.stem)] },
    { weight: WEIGHTS.grams, hashes: isWord ? gramsOf(stem).map((gram) => hashText(gram, SEEDS.gram)) : [] },
    { weight: WEIGHTS.synonyms, hashes: synonyms.map((group) => hashText(String(group), SEEDS.synonym)) },
    { weight: WEIGHTS.topics, hashes: topics.map((group) => hashText(String(group), SEEDS.topic)) },
  ].filter(({ hashes }) => hashes.length > 0);
  const length = Math.sqrt(kinds.reduce((total, { weight }) => total + weight * weight, 0));
  return {
    hashes: Uint32Array.from(kinds.flatMap(({ hashes }) => hashes)),
    amounts: Float32Array.from(kinds.flatMap(({ weight, hashes }) => hashes.map(() => weight / (length * Math.sqrt(hashes.length))))),
  };
}

function gramsOf(stem: string): string[] {
  const bounded = `<${stem}>`;
  return GRAM_SIZES.flatMap((size) => Array.from({ length: Math.max(0, bounded.length - size + 1) }, (_, at) => bounded.slice(at, at + size)));
}

function groupsByStem(lexicon: string, stemmer: Stemmer): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  readLexicon(lexicon).forEach((words, group) => {
    for (const stem of new Set(words.map((word) => stemmer(word, 'en')))) groups.set(stem, [...(groups.get(stem) ?? []), group]);
  });
  return groups;
}
