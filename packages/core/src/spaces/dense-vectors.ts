import { createHash } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import type { Embedder } from '../ports/models.js';

/** Scaled to length 1; a zero vector is unchanged. */
export function normalise(vector: Float32Array): Float32Array {
  const length = norm(vector);
  if (length === 0) return vector;
  const scaled = new Float32Array(vector.length);
  for (let at = 0; at < scaled.length; at++) scaled[at] = (vector[at] ?? 0) / length;
  return scaled;
}

/** Signed bytes, the largest entry at ±127. Cosine needs no scale. */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  const bytes = new Int8Array(vector.length);
  // By index: Int8Array.from is ten times slower.
  if (largest > 0)
    for (let at = 0; at < bytes.length; at++)
      bytes[at] = Math.round(((vector[at] ?? 0) * 127) / largest);
  return bytes;
}

/** Cosine of two vectors of equal length, at any scale; 0 when either is zero. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : dot / Math.sqrt(squaresA * squaresB);
}

function norm(vector: Float32Array): number {
  let total = 0;
  // By index: an iterator boxes every number.
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] ?? 0;
    total += value * value;
  }
  return Math.sqrt(total);
}

/** Pseudo-random numbers by seed (mulberry32): all training in a space draws from it alone. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 included, 1 excluded. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 up to `count`, exclusive. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
}

const FIRST_ROWS = 64;

/** Named vectors of length at most 1 in one growing block; a new one starts at a random point of the sphere. */
export class VectorTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  #rows: Float32Array;

  constructor(
    private readonly dimensions: number,
    private readonly random: SeededRandom,
  ) {
    this.#rows = new Float32Array(FIRST_ROWS * dimensions);
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** -1 for an unknown name. */
  number(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  get(name: string): Float32Array | null {
    const number = this.number(name);
    return number < 0 ? null : this.at(number);
  }

  /** The row itself, valid until the next {@link place}. */
  at(number: number): Float32Array {
    return this.#rows.subarray(number * this.dimensions, (number + 1) * this.dimensions);
  }

  /** The number of a name, which gets a vector if it is new. */
  place(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    if ((number + 1) * this.dimensions > this.#rows.length) {
      const grown = new Float32Array(this.#rows.length * 2);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#numbers.set(name, number);
    this.#names.push(name);
    const row = this.at(number);
    for (let at = 0; at < row.length; at++) row[at] = this.random.next() * 2 - 1;
    scaleRow(row, 1 / lengthOfRow(row));
    return number;
  }

  /** Rescales a vector that has grown beyond length 1. */
  shorten(number: number): void {
    const row = this.at(number);
    const long = lengthOfRow(row);
    if (long > 1) scaleRow(row, 1 / long);
  }
}

function lengthOfRow(row: Float32Array): number {
  let square = 0;
  for (let at = 0; at < row.length; at++) square += (row[at] as number) * (row[at] as number);
  return Math.sqrt(square);
}

function scaleRow(row: Float32Array, factor: number): void {
  for (let at = 0; at < row.length; at++) row[at] = (row[at] as number) * factor;
}

/** Pause after a failure, in milliseconds: otherwise every recall would wait for the model again. */
const PAUSE_MS = 10_000;

/**
 * Circuit breaker of a model: reports its last failure during the pause. `ticks` is a monotonic clock in
 * milliseconds.
 */
export class CircuitBreaker {
  #failure: { readonly why: string; readonly until: number } | null = null;

  constructor(private readonly ticks: () => number) {}

  fault(): string | null {
    return this.#failure !== null && this.ticks() < this.#failure.until ? this.#failure.why : null;
  }

  note(why: string | null): void {
    this.#failure = why === null ? null : { why, until: this.ticks() + PAUSE_MS };
  }
}

type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly refused: false }
  | { readonly ok: false; readonly error: string; readonly refused: boolean };

/** Calls a model with a time limit that includes its retries. `refused` means that only this request was at fault. */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Answer<T>> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), milliseconds);
  try {
    return { ok: true, value: await work(stop.signal), refused: false };
  } catch (error) {
    if (stop.signal.aborted)
      return { ok: false, error: `No answer within ${milliseconds} ms.`, refused: false };
    return {
      ok: false,
      error: messageOf(error),
      refused: MnemeError.is(error) && error.code === 'invalid_input',
    };
  } finally {
    clearTimeout(timer);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Vectors to store, null for a missing one; `fault` says why, null if all are present. */
interface EncodedDocuments {
  readonly vectors: readonly (Int8Array | null)[];
  readonly fault: string | null;
  /** The model did not answer, or not usefully, so there is no use in trying other texts now. */
  readonly away: boolean;
}

/** The vector of a query: all zero if there is none; then `fault` says why. */
interface EncodedQuery {
  readonly vector: Float32Array;
  readonly fault: string | null;
}

/**
 * An encoder of the semantic space that uses a learned model. It never throws: memories are stored and queries
 * answered without it, too.
 */
export interface LearnedEncoder {
  readonly id: string;
  readonly dimensions: number;
  readonly contextSimilarity: number;
  readonly likeness: number;
  documents(texts: readonly string[], signal?: AbortSignal): Promise<EncodedDocuments>;
  query(text: string): Promise<EncodedQuery>;
}

interface LearnedEncoderOptions {
  readonly embedder: Embedder;
  readonly contextSimilarity: number;
  readonly likeness: number;
  /** Time limit for the vector of a query, in milliseconds. */
  readonly queryTimeoutMs: number;
  /** A monotonic clock in milliseconds. */
  readonly ticks: () => number;
}

/** If the model refuses this many texts and accepts none, it is assumed to refuse all. */
const MAX_REFUSED = 8;

export function createLearnedEncoder({
  embedder,
  contextSimilarity,
  likeness,
  queryTimeoutMs,
  ticks,
}: LearnedEncoderOptions): LearnedEncoder {
  const { id, dimensions } = embedder;
  const rest = new CircuitBreaker(ticks);
  return {
    id,
    dimensions,
    contextSimilarity,
    likeness,
    documents: async (texts, signal) => {
      const fault = rest.fault();
      if (fault !== null) return { vectors: texts.map(() => null), fault, away: true };
      const work = new DocumentBatch(embedder, signal);
      await work.embed(texts, 0);
      rest.note(work.away);
      return {
        vectors: texts.map((_, at) => work.vectors.get(at) ?? null),
        fault: work.away ?? work.refused,
        away: work.away !== null,
      };
    },
    query: async (text) => {
      const fault = rest.fault();
      if (fault !== null) return { vector: new Float32Array(dimensions), fault };
      const answer = await withTimeout(queryTimeoutMs, (signal) =>
        embedder.embed([text], 'query', signal),
      );
      const vector = answer.ok ? answer.value[0] : undefined;
      if (vector !== undefined) {
        rest.note(null);
        return { vector, fault: null };
      }
      const why = answer.ok ? 'the embedder gave no vector' : answer.error;
      if (!answer.refused) rest.note(why);
      return { vector: new Float32Array(dimensions), fault: why };
    },
  };
}

/**
 * Embeds a batch. If the model refuses it, embeds its halves, so that one bad text does not cost the others their
 * vectors.
 */
class DocumentBatch {
  readonly vectors = new Map<number, Int8Array>();
  /** Why the model is unavailable; null while it answers. */
  away: string | null = null;
  /** Why it refused a text. */
  refused: string | null = null;
  #refusals = 0;

  constructor(
    private readonly embedder: Embedder,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async embed(texts: readonly string[], first: number): Promise<void> {
    if (texts.length === 0 || this.away !== null) return;
    try {
      const made = await this.embedder.embed(texts, 'document', this.signal);
      made.forEach((vector, at) => this.vectors.set(first + at, quantise(vector)));
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'invalid_input')) {
        this.away = messageOf(error);
        return;
      }
      if (texts.length === 1) {
        this.#refusals++;
        this.refused = error.message;
        if (this.#refusals >= MAX_REFUSED && this.vectors.size === 0) this.away = error.message;
        return;
      }
      const half = Math.ceil(texts.length / 2);
      await this.embed(texts.slice(0, half), first);
      await this.embed(texts.slice(half), first + half);
    }
  }
}

/** An embedder with an LRU cache of `capacity` vectors, by the hash of the text. */
export function cacheEmbeddings(embedder: Embedder, capacity: number): Embedder {
  const kept = new Map<string, Float32Array>();
  const keep = (key: string, vector: Float32Array): void => {
    kept.delete(key);
    kept.set(key, vector);
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
  };
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    embed: async (texts, side, signal) => {
      const keys = texts.map((text) =>
        createHash('sha256').update(`${side}\0${text}`).digest('base64url'),
      );
      const known = new Map(
        keys.flatMap((key): [string, Float32Array][] => {
          const vector = kept.get(key);
          return vector === undefined ? [] : [[key, vector]];
        }),
      );
      const missing = new Map(
        keys.flatMap((key, at): [string, string][] =>
          known.has(key) ? [] : [[key, texts[at] ?? '']],
        ),
      );
      if (missing.size > 0) {
        const made = await embedder.embed([...missing.values()], side, signal);
        [...missing.keys()].forEach((key, at) => {
          const vector = made[at];
          if (vector !== undefined) known.set(key, vector);
        });
      }
      return keys.map((key) => {
        const vector = known.get(key);
        if (vector === undefined) throw new RangeError('an embedder gave fewer vectors than texts');
        keep(key, vector);
        return vector;
      });
    },
  };
}
