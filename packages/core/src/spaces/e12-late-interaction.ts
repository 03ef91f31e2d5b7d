import type { Stemmer } from '../language/stem.js';
import { createRandomIndexing, type RandomIndexing } from './random-indexing.js';
import type { Space } from './space.js';

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
