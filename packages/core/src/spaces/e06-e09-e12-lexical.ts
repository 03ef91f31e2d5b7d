import { MnemeError } from '../domain/errors.js';
import { foldAccents } from '../language/names/name-spelling.js';
import { isStopWord, words } from '../language/segmentation.js';
import type { Stemmer } from '../language/stem.js';
import { hammingDistance, Hypervectors } from '../language/string-similarity.js';
import { hashText } from '../language/text-hash.js';
import type { BankWords } from '../ports/indexes.js';
import { createRandomIndexing, type RandomIndexing } from './e01-semantic.js';
import type { Space, StoredSpace } from './space.js';

const SPARSE_DIMENSIONS = 30_000;
/** At most one in twenty dimensions is active. */
const MAX_ACTIVE = SPARSE_DIMENSIONS / 20;
const SEED = 0x7f4a7c15;
/** Number of a word's associated words that are used. */
const COMPANIONS = 24;
/** Weight of an association of full strength, relative to the word itself. */
const EXPANSION = 0.5;
const SPARSE_MEMO_LIMIT = 20_000;

/** The active dimensions of one text. */
export interface SparseCode {
  /** Distinct, ascending, 0..29,999. */
  readonly places: Int32Array;
  /** Above 0, one per place. */
  readonly weights: Float32Array;
  readonly length: number;
}

/** One stem's activation in this bank. */
interface Activation {
  readonly place: number;
  readonly rarity: number;
  readonly companions: Int32Array;
  readonly strengths: Float32Array;
}

/**
 * E6: weighted words, expanded by associated words of this bank, in the form of SPLADE (Formal et al. 2021): a stem
 * weighs log(1 + frequency) × rarity, its associates a share of that, and each place keeps its highest weight. SPLADE
 * learns its expansion; here it comes from the bank's own memories, so codes change with the bank: they are computed
 * on demand and valid until the next memory. At most one in twenty of the places is active.
 */
export function createSparseSpace(bank: BankWords): Space<SparseCode> {
  const activationOf = rememberActivations(bank);
  return {
    name: 'sparse',
    id: 'mneme-sparse-1',
    dimensions: SPARSE_DIMENSIONS,
    memory: ({ terms }) => {
      const frequencies = new Map<string, number>();
      for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      const sum = new Activations();
      for (const [term, frequency] of frequencies) {
        const activation = activationOf(term);
        sum.add(activation, Math.log1p(frequency) * activation.rarity);
      }
      return sum.code();
    },
    query: ({ terms }) => {
      const sum = new Activations();
      // A word that occurs in no memory has no weight in a query.
      for (const { term, weight } of terms) sum.add(activationOf(term), weight);
      return sum.code();
    },
    similarity: sparseCosine,
    likeness: sparseCosine,
  };
}

function rememberActivations(bank: BankWords): (stem: string) => Activation {
  const memo = new Map<string, Activation>();
  let memories = bank.memories;
  return (stem) => {
    if (memories !== bank.memories || memo.size >= SPARSE_MEMO_LIMIT) memo.clear();
    memories = bank.memories;
    let activation = memo.get(stem);
    if (activation === undefined) {
      activation = readActivation(stem, bank);
      memo.set(stem, activation);
    }
    return activation;
  };
}

const placeOf = (stem: string): number => hashText(stem, SEED) % SPARSE_DIMENSIONS;

/** Rarity is the inverse document frequency of BM25, which is never negative. */
function readActivation(stem: string, bank: BankWords): Activation {
  const frequency = bank.documentFrequency(stem);
  const near = bank.companions(stem, COMPANIONS);
  return {
    place: placeOf(stem),
    rarity: Math.log(1 + (Math.max(0, bank.memories - frequency) + 0.5) / (frequency + 0.5)),
    companions: Int32Array.from(near, (companion) => placeOf(companion.stem)),
    strengths: Float32Array.from(near, ({ strength }) => EXPANSION * strength),
  };
}

/** Weights by place, keeping the highest. */
class Activations {
  readonly #weights = new Map<number, number>();

  add({ place, companions, strengths }: Activation, weight: number): void {
    if (weight <= 0) return;
    this.#raise(place, weight);
    for (let at = 0; at < companions.length; at++)
      this.#raise(companions[at] ?? 0, weight * (strengths[at] ?? 0));
  }

  /** Null when nothing is active. */
  code(): SparseCode | null {
    if (this.#weights.size === 0) return null;
    const all = [...this.#weights];
    const active =
      all.length <= MAX_ACTIVE
        ? all
        : all.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_ACTIVE);
    active.sort((a, b) => a[0] - b[0]);
    const weights = Float32Array.from(active, ([, weight]) => weight);
    return {
      places: Int32Array.from(active, ([place]) => place),
      weights,
      length: Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)),
    };
  }

  #raise(place: number, weight: number): void {
    if (weight > (this.#weights.get(place) ?? 0)) this.#weights.set(place, weight);
  }
}

/** 0..1, because no weight is negative. */
function sparseCosine(a: SparseCode, b: SparseCode): number {
  let dot = 0;
  for (let at = 0, other = 0; at < a.places.length && other < b.places.length;) {
    const difference = (a.places[at] ?? 0) - (b.places[other] ?? 0);
    if (difference === 0) dot += (a.weights[at] ?? 0) * (b.weights[other] ?? 0);
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  return Math.min(1, dot / (a.length * b.length));
}

const BITS = 10_000;
const BYTES = BITS / 8;
/** Marks both ends of every word. */
const EDGE = 1;
/** Words from this length on count twice: long words rarely match by chance. */
const LONG = 6;

/**
 * E9, the hyperdimensional space: 10,000 bits per text, bundled from the character trigrams of its words (see {@link
 * Hypervectors}). A typing error changes three trigrams of a word and leaves the others, so a misspelt name is still
 * close to the correct one. Word order is ignored. Function words are left out; nothing is learned, and nothing
 * depends on the bank. Only about the first 4,000 trigrams of a text are used.
 */
export function createHyperdimensionalSpace(): StoredSpace<Int32Array> {
  const vectors = new Hypervectors(BITS);
  const encode = (text: string, language: string): Int32Array | null => {
    addWords(text, language, vectors);
    return vectors.count === 0 ? null : vectors.majority();
  };
  const similarity = (a: Int32Array, b: Int32Array): number =>
    1 - (2 * hammingDistance(a, b)) / BITS;
  return {
    name: 'hyperdimensional',
    id: 'mneme-trigrams-1',
    dimensions: BITS,
    memory: ({ content, language }) => encode(content, language),
    query: ({ text, language }) => encode(text, language),
    similarity,
    likeness: similarity,
    pack: (code) => new Int8Array(code.buffer.slice(code.byteOffset, code.byteOffset + BYTES)),
    unpack,
  };
}

function addWords(text: string, language: string, vectors: Hypervectors): void {
  const all = words(text);
  const telling = all.filter((word) => !isStopWord(word.text, language));
  // A text of function words alone is encoded by them.
  for (const word of telling.length > 0 ? telling : all) {
    const letters = foldAccents(word.text);
    const times = letters.length >= LONG ? 2 : 1;
    for (let time = 0; time < times; time++) addTrigrams(letters, vectors);
  }
}

function addTrigrams(letters: string, vectors: Hypervectors): void {
  let first = EDGE;
  let second = letters.charCodeAt(0);
  for (let at = 1; at <= letters.length; at++) {
    const third = at < letters.length ? letters.charCodeAt(at) : EDGE;
    vectors.add(first, second, third);
    first = second;
    second = third;
  }
}

function unpack(bytes: Int8Array): Int32Array {
  if (bytes.length !== BYTES) {
    throw new MnemeError(
      'corrupt',
      `A hyperdimensional code has ${BYTES} bytes, not ${bytes.length}.`,
      {
        field: 'hyperdimensional',
        value: bytes.length,
        hint: 'Rebuild it with `mneme doctor --rebuild`.',
      },
    );
  }
  const padded = new Int8Array(Math.ceil(BYTES / 4) * 4);
  padded.set(bytes);
  return new Int32Array(padded.buffer);
}

/** Per token. */
const DIMENSIONS = 128;
/** Later tokens are not read: so long a text is mostly repetition. */
const MAX_TOKENS = 64;
/** Share of a token's neighbours at distance one and two in its vector. */
const NEAR_SHARE = 0.25;
const FAR_SHARE = 0.1;
const MEMO_LIMIT = 20_000;

/** The tokens of one text in this space. */
export interface TokenVectors {
  readonly count: number;
  /** {@link DIMENSIONS} signed bytes per token, concatenated in text order. */
  readonly bytes: Int8Array;
  /** 1 / length of each token's bytes; 0 for an empty one. */
  readonly inverseLengths: Float32Array;
  /** The weight of each token, summing to 1: by rarity for a query, equal for a memory. */
  readonly shares: Float32Array;
}

/**
 * E12: a vector for every token in its context, compared by MaxSim (ColBERT; Khattab and Zaharia 2020): each token of
 * the query is matched with the most similar one in the memory. The vectors are random-indexed stems with their
 * synonym and topic groups (see {@link createRandomIndexing}), mixed with two neighbours on either side. Computed
 * from a text's stems on demand, never stored: its purpose is to rerank the best results.
 */
export function createLateInteractionSpace(stemmer: Stemmer): Space<TokenVectors> {
  const vectorOf = rememberVectors(createRandomIndexing(stemmer, DIMENSIONS).sum);
  return {
    name: 'late_interaction',
    id: 'mneme-tokens-1',
    dimensions: DIMENSIONS,
    memory: ({ terms }) => {
      const kept = terms.slice(0, MAX_TOKENS);
      return encode(
        kept.map(vectorOf),
        kept.map(() => 1),
      );
    },
    query: ({ terms }) => {
      const kept = terms.slice(0, MAX_TOKENS);
      return encode(
        kept.map(({ term }) => vectorOf(term)),
        kept.map(({ weight }) => weight),
      );
    },
    similarity: maxSim,
    likeness: (a, b) => (maxSim(a, b) + maxSim(b, a)) / 2,
  };
}

/** Unit vectors by stem. */
function rememberVectors(sum: RandomIndexing['sum']): (stem: string) => Float32Array {
  const memo = new Map<string, Float32Array>();
  return (stem) => {
    let vector = memo.get(stem);
    if (vector === undefined) {
      if (memo.size >= MEMO_LIMIT) memo.clear();
      vector = normalise(sum([{ term: stem, weight: 1 }]));
      memo.set(stem, vector);
    }
    return vector;
  };
}

function encode(vectors: readonly Float32Array[], weights: readonly number[]): TokenVectors | null {
  const count = vectors.length;
  if (count === 0) return null;
  const bytes = new Int8Array(count * DIMENSIONS);
  const inverseLengths = new Float32Array(count);
  const mixed = new Float32Array(DIMENSIONS);
  for (let token = 0; token < count; token++) {
    mixed.fill(0);
    add(mixed, vectors[token], 1);
    add(mixed, vectors[token - 1], NEAR_SHARE);
    add(mixed, vectors[token + 1], NEAR_SHARE);
    add(mixed, vectors[token - 2], FAR_SHARE);
    add(mixed, vectors[token + 2], FAR_SHARE);
    inverseLengths[token] = writeBytes(mixed, bytes, token * DIMENSIONS);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    count,
    bytes,
    inverseLengths,
    shares: Float32Array.from(weights, (weight) => (total > 0 ? weight / total : 1 / count)),
  };
}

function add(to: Float32Array, vector: Float32Array | undefined, share: number): void {
  if (vector === undefined) return;
  for (let at = 0; at < DIMENSIONS; at++) to[at] = (to[at] ?? 0) + share * (vector[at] ?? 0);
}

/** Writes a vector scaled to a largest entry of ±127; returns 1 / length of the result. */
function writeBytes(vector: Float32Array, bytes: Int8Array, start: number): number {
  let largest = 0;
  for (let at = 0; at < DIMENSIONS; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  if (largest === 0) return 0;
  let squares = 0;
  for (let at = 0; at < DIMENSIONS; at++) {
    const value = Math.round(((vector[at] ?? 0) * 127) / largest);
    bytes[start + at] = value;
    squares += value * value;
  }
  return 1 / Math.sqrt(squares);
}

/** Σ weight of a query token × its highest cosine to any token of the memory: -1..1. */
function maxSim(query: TokenVectors, memory: TokenVectors): number {
  let sum = 0;
  for (let token = 0; token < query.count; token++) {
    let best = -1;
    for (let other = 0; other < memory.count; other++) {
      let dot = 0;
      for (let at = 0, a = token * DIMENSIONS, b = other * DIMENSIONS; at < DIMENSIONS; at++)
        dot += (query.bytes[a + at] ?? 0) * (memory.bytes[b + at] ?? 0);
      best = Math.max(
        best,
        dot * (query.inverseLengths[token] ?? 0) * (memory.inverseLengths[other] ?? 0),
      );
    }
    sum += (query.shares[token] ?? 0) * best;
  }
  return Math.max(-1, Math.min(1, sum));
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
