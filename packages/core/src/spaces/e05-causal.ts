import { MnemeError } from '../domain/errors.js';
import { readCausalClauses } from '../language/causal/causal-clauses.js';
import { createCausalJudge } from '../language/causal/causal-judgement.js';
import { type Readable, readingStep } from '../language/read-text.js';
import type { Stemmer } from '../language/stem.js';
import { contentTerms } from '../language/terms.js';
import { cosine, normalise, quantise } from './dense-vectors.js';
import { createRandomIndexing, damped } from './e01-semantic.js';
import type { Inquiry, StoredSpace } from './space.js';

/** For each of the two vectors. */
const DIMENSIONS = 768;
/** Weight of a match in the role that the query seeks, relative to 1. */
const DIRECTED = 1.2;
const REVERSED = 0.8;
/** As in the semantic space: the exponent of rarity, slightly more than BM25's idf. */
const RARITY_POWER = 1.5;
/**
 * Minimum probability of the classifier for a cause that no connective or verb states: conversation is full of "to"
 * and "when".
 */
const SURE = 0.6;
/** Words by which a question asks for a cause or an effect, which are not part of its topic. */
const ASKING =
  'cause causes reason lead result effect consequence outcome happen come bring trigger prompt spark make behind aftermath give rise impact produce follow'.split(
    ' ',
  );

/** The vector of one role: signed bytes for a memory, unit length for a query. */
type Role = Int8Array | Float32Array;

/**
 * Causes and effects. For a memory: the vectors of its causes and of its effects, each null if none is stated. For a
 * query: its topic is in the role that it must have in an answering memory, the other role is null.
 */
export interface CausalCode {
  readonly cause: Role | null;
  readonly effect: Role | null;
}

export interface CausalSpace extends StoredSpace<CausalCode> {
  /** The code of a text in a language (ISO 639-1), for callers without a whole memory; null when it states no cause. */
  read(content: Readable, language: string): CausalCode | null;
}

/**
 * E5: causes and effects in two vectors of 768, made from the words of each clause like E1's vectors. "Why X?" seeks
 * memories whose effect is like X, "what did X lead to?" those whose cause is. A match in the sought role weighs 1.2,
 * one in the other 0.8. Depends on the text alone.
 */
export function createCausalSpace(stemmer: Stemmer): CausalSpace {
  // Clauses are short and their words repeat, so caching pays.
  const sum = createRandomIndexing(stemmer, DIMENSIONS).sumKept;
  const judge = createCausalJudge(stemmer);
  const asking = new Set(ASKING.map((word) => stemmer(word, 'en')));
  const role = (clauses: readonly string[], language: string): Int8Array | null => {
    const terms = clauses.flatMap((clause) => contentTerms(clause, language, stemmer));
    return terms.length === 0 ? null : quantise(sum(damped(terms)));
  };
  const read = readingStep('causes', (): CausalCode | null => null, clausesIn);
  function clausesIn(content: Readable, language: string): CausalCode | null {
    const found = readCausalClauses(
      content,
      (sentence) => language === 'en' && judge.probability(sentence) >= SURE,
    );
    const cause = role(
      found.flatMap((each) => each.cause?.text ?? []),
      language,
    );
    const effect = role(
      found.map((each) => each.effect.text),
      language,
    );
    return cause === null && effect === null ? null : { cause, effect };
  }
  return {
    name: 'causal',
    id: 'mneme-causal-1',
    dimensions: 2 * DIMENSIONS,
    read,
    memory: ({ content, language }) => read(content, language),
    query: ({ direction, terms }) => {
      if (direction === null) return null;
      const about = topic(terms, asking);
      if (about.length === 0) return null;
      const vector = normalise(
        sum(about.map(({ term, weight }) => ({ term, weight: weight ** RARITY_POWER }))),
      );
      return direction === 'cause'
        ? { cause: null, effect: vector }
        : { cause: vector, effect: null };
    },
    similarity: (query, memory) => {
      const directed = Math.max(near(query.cause, memory.cause), near(query.effect, memory.effect));
      const reversed = Math.max(near(query.cause, memory.effect), near(query.effect, memory.cause));
      return Math.max(DIRECTED * directed, REVERSED * reversed) / DIRECTED;
    },
    likeness: (a, b) => {
      const shared = (['cause', 'effect'] as const).flatMap((name) =>
        a[name] === null || b[name] === null ? [] : [cosine(a[name], b[name])],
      );
      return shared.length === 0
        ? 0
        : shared.reduce((total, each) => total + each, 0) / shared.length;
    },
    pack,
    unpack,
  };
}

/** Removes the words that only ask, unless nothing else is left. */
function topic(terms: Inquiry['terms'], asking: ReadonlySet<string>): Inquiry['terms'] {
  const weighty = terms.filter(({ weight }) => weight > 0);
  const about = weighty.filter(({ term }) => !asking.has(term));
  return about.length > 0 ? about : weighty;
}

/** Cosine; 0 if either is absent or the cosine is negative. */
function near(query: Role | null, memory: Role | null): number {
  if (query === null || memory === null) return 0;
  return Math.max(
    0,
    query instanceof Float32Array && memory instanceof Int8Array
      ? cosineToBytes(query, memory)
      : cosine(query, memory),
  );
}

/** The common case separately: the query has unit length, and a loop over vectors of fixed types is faster. */
function cosineToBytes(query: Float32Array, memory: Int8Array): number {
  const length = lengthOf(memory);
  if (length === 0) return 0;
  // Four independent sums, for instruction-level parallelism.
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < DIMENSIONS; at += 4) {
    a += (query[at] as number) * (memory[at] as number);
    b += (query[at + 1] as number) * (memory[at + 1] as number);
    c += (query[at + 2] as number) * (memory[at + 2] as number);
    d += (query[at + 3] as number) * (memory[at + 3] as number);
  }
  return (a + b + c + d) / length;
}

/** Cached norms: the same memories are compared for every question. */
const LENGTHS = new WeakMap<Int8Array, number>();

function lengthOf(vector: Int8Array): number {
  const known = LENGTHS.get(vector);
  if (known !== undefined) return known;
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) ** 2;
  const length = Math.sqrt(squares);
  LENGTHS.set(vector, length);
  return length;
}

function isZero(vector: Int8Array): boolean {
  for (let at = 0; at < vector.length; at++) if (vector[at] !== 0) return false;
  return true;
}

/** Cause, then effect; zeros if absent. */
function pack({ cause, effect }: CausalCode): Int8Array {
  const bytes = new Int8Array(2 * DIMENSIONS);
  for (const [at, vector] of [cause, effect].entries()) {
    if (vector !== null)
      bytes.set(
        vector instanceof Int8Array ? vector : quantise(Float32Array.from(vector)),
        at * DIMENSIONS,
      );
  }
  return bytes;
}

/** Cache of unpacked codes, for as long as their bytes are referenced. */
const UNPACKED = new WeakMap<Int8Array, CausalCode>();

function unpack(bytes: Int8Array): CausalCode {
  const known = UNPACKED.get(bytes);
  if (known !== undefined) return known;
  if (bytes.length !== 2 * DIMENSIONS) {
    throw new MnemeError(
      'corrupt',
      `A causal vector has ${bytes.length} bytes instead of ${2 * DIMENSIONS}.`,
      { field: 'causal', value: bytes.length, hint: 'Run `mneme doctor --rebuild`.' },
    );
  }
  const half = (from: number): Int8Array | null => {
    const vector = bytes.subarray(from, from + DIMENSIONS);
    return isZero(vector) ? null : vector;
  };
  const code = { cause: half(0), effect: half(DIMENSIONS) };
  UNPACKED.set(bytes, code);
  return code;
}
