import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embedderId, modelText, type TextSettings } from '../embeddings.js';
import { EncoderThreads } from './encoder-threads.js';
import {
  createKernel,
  type EncoderParts,
  expOfNegative,
  type Kernel,
  type KernelSize,
  type Matrix,
  readEncoderFile,
  tanh,
  WordPieces,
} from './sentence-model.js';
import { MnemeError } from '../../../domain/errors.js';
import type { Embedder } from '../../../ports/models.js';

/** Maximum pieces per encoding; a longer text is encoded in parts. */
export const MAX_PIECES = 72;
const LAYERS = [0, 1] as const;
const HEADS = 4;
const WIDEST = 1_536;
/** Added to the variance in layer normalisation, so that it is never 0. */
const EPSILON = 1e-6;

const SIZE: KernelSize = { rows: MAX_PIECES, widest: WIDEST };

interface Norm {
  readonly gain: Float32Array;
  readonly bias: Float32Array;
}

interface Layer {
  readonly before: Norm;
  readonly qkv: Matrix;
  readonly joined: Matrix;
  readonly between: Norm;
  readonly feed: readonly [Matrix, Matrix];
}

/**
 * A two-layer transformer that encodes a text as a vector: the small Universal Sentence Encoder (Cer et al. 2018),
 * fine-tuned on questions about what people told an assistant. Weights are signed bytes and sums are integers; all
 * else uses operations that IEEE 754 defines exactly. So vectors are identical on every machine.
 */
export class SentenceEncoder {
  readonly dimensions: number;
  readonly #pieces: WordPieces;
  readonly #embeddings: ReturnType<EncoderParts['bytes']>;
  readonly #timing: Float32Array;
  readonly #widen: Matrix;
  readonly #layers: readonly Layer[];
  readonly #last: Matrix;
  readonly #narrow: Matrix;
  readonly #kernel: Kernel;

  constructor(parts: EncoderParts, kernel: typeof createKernel = createKernel) {
    const [matrices, scaling, shifts]: [Int8Array[], Float32Array[], Float32Array[]] = [[], [], []];
    let at = 0;
    let scaledAt = 0;
    const linear = (name: string): Matrix => {
      const { values, scales, rows, width } = parts.bytes(`${name}_w`);
      const placed = { at, scaledAt, inputs: width, outputs: rows };
      matrices.push(values);
      scaling.push(scales);
      shifts.push(parts.numbers(`${name}_b`));
      at += values.length;
      scaledAt += rows;
      return placed;
    };
    const norm = (name: string): Norm => ({
      gain: parts.numbers(`${name}_g`),
      bias: parts.numbers(`${name}_b`),
    });
    this.#pieces = new WordPieces(
      parts.text('vocabulary').split('\n'),
      parts.numbers('piece_scores'),
    );
    this.#embeddings = parts.bytes('pieces');
    this.#timing = parts.numbers('timing');
    this.#widen = linear('widen');
    this.#layers = LAYERS.map((layer) => ({
      before: norm(`norm_a${layer}`),
      qkv: linear(`qkv${layer}`),
      joined: linear(`joined${layer}`),
      between: norm(`norm_f${layer}`),
      feed: [linear(`feed1${layer}`), linear(`feed2${layer}`)],
    }));
    this.#last = linear('last');
    this.#narrow = linear('narrow');
    this.dimensions = this.#narrow.outputs;
    this.#kernel = kernel(
      {
        values: joined(new Int8Array(at), matrices),
        scales: joined(new Float32Array(scaledAt), scaling),
        biases: joined(new Float32Array(scaledAt), shifts),
      },
      SIZE,
    );
  }

  get kernel(): Kernel['name'] {
    return this.#kernel.name;
  }

  /** The ids of a text's pieces. */
  pieces(text: string): number[] {
    return this.#pieces.encode(text);
  }

  /** A unit vector. `pieces` beyond {@link MAX_PIECES} are ignored. */
  encode(pieces: readonly number[]): Float32Array {
    const read = pieces.length === 0 ? [0] : pieces.slice(0, MAX_PIECES);
    const rows = read.length;
    const embedded = this.#embed(read);
    let hidden = this.#kernel.apply(this.#widen, embedded, rows);
    for (const [number, layer] of this.#layers.entries()) {
      const source = number === 0 ? embedded : hidden;
      hidden = added(hidden, this.#attend(layer, source, rows));
      hidden = added(hidden, this.#feed(layer, hidden, rows));
    }
    const last = this.#kernel.apply(this.#last, meanOf(hidden, rows), 1).map(tanh);
    return unitOf(this.#kernel.apply(this.#narrow, last, 1));
  }

  #embed(pieces: readonly number[]): Float32Array {
    const { values, scales, width } = this.#embeddings;
    const embedded = new Float32Array(pieces.length * width);
    for (const [row, piece] of pieces.entries()) {
      const scale = 2 * (scales[piece] ?? 0);
      for (let at = 0; at < width; at++)
        embedded[row * width + at] =
          scale * (values[piece * width + at] ?? 0) + (this.#timing[row * width + at] ?? 0);
    }
    return embedded;
  }

  #feed({ between, feed: [wider, narrower] }: Layer, hidden: Float32Array, rows: number) {
    const wide = this.#kernel.apply(wider, normed(between, hidden, rows), rows, true);
    return this.#kernel.apply(narrower, wide, rows);
  }

  #attend({ before, qkv, joined: out }: Layer, source: Float32Array, rows: number): Float32Array {
    const split = this.#kernel.apply(qkv, normed(before, source, rows), rows);
    return this.#kernel.apply(out, attended(split, rows, qkv.outputs / 3), rows);
  }
}

function joined<Numbers extends Int8Array | Float32Array>(
  all: Numbers,
  parts: readonly Numbers[],
): Numbers {
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function added(one: Float32Array, other: Float32Array): Float32Array {
  for (let at = 0; at < one.length; at++) one[at] = (one[at] ?? 0) + (other[at] ?? 0);
  return one;
}

function normed({ gain, bias }: Norm, x: Float32Array, rows: number): Float32Array {
  const width = gain.length;
  const made = new Float32Array(rows * width);
  for (let from = 0; from < made.length; from += width) {
    let sum = 0;
    for (let at = from; at < from + width; at++) sum += x[at] ?? 0;
    const mean = sum / width;
    let squares = 0;
    for (let at = from; at < from + width; at++) squares += ((x[at] ?? 0) - mean) ** 2;
    const share = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at++)
      made[from + at] = ((x[from + at] ?? 0) - mean) * share * (gain[at] ?? 0) + (bias[at] ?? 0);
  }
  return made;
}

/** Pieces whose sums are computed side by side: each alone would wait for its own last addition. */
const ABREAST = 4;

/** Self-attention. `split` has queries, keys and values side by side, `width` numbers each. */
function attended(split: Float32Array, rows: number, width: number): Float32Array {
  const made = new Float32Array(rows * width);
  const size = width / HEADS;
  // Room for whole groups: what lies beyond the last piece is a key and a value of zeros.
  const shares = new Float64Array(Math.ceil(rows / ABREAST) * ABREAST);
  const keys = new Float64Array(shares.length * size);
  const values = new Float64Array(shares.length * size);
  for (let head = 0; head < width; head += size) {
    for (let row = 0; row < rows; row++)
      for (let at = 0; at < size; at++) {
        const from = row * 3 * width + head + at;
        keys[row * size + at] = split[from + width] as number;
        values[row * size + at] = split[from + 2 * width] as number;
      }
    for (let row = 0; row < rows; row++) {
      fillShares(
        split.subarray(row * 3 * width + head, row * 3 * width + head + size),
        keys,
        rows,
        shares,
      );
      weigh(shares, values, rows, made.subarray(row * width + head, row * width + head + size));
    }
  }
  return made;
}

/** The softmax weights of one piece's attention, summing to 1. */
function fillShares(
  query: Float32Array,
  keys: Float64Array,
  rows: number,
  shares: Float64Array,
): void {
  const size = query.length;
  const scale = 1 / Math.sqrt(size);
  for (let other = 0; other < rows; other += ABREAST) {
    const from = other * size;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < size; at++) {
      const asked = query[at] as number;
      const key = from + at;
      a += asked * (keys[key] as number);
      b += asked * (keys[key + size] as number);
      c += asked * (keys[key + 2 * size] as number);
      d += asked * (keys[key + 3 * size] as number);
    }
    shares[other] = a * scale;
    shares[other + 1] = b * scale;
    shares[other + 2] = c * scale;
    shares[other + 3] = d * scale;
  }
  let most = -Infinity;
  for (let other = 0; other < rows; other++) most = Math.max(most, shares[other] as number);
  let total = 0;
  for (let other = 0; other < rows; other++) {
    const share = expOfNegative((shares[other] as number) - most);
    shares[other] = share;
    total += share;
  }
  for (let other = 0; other < rows; other++) shares[other] = (shares[other] as number) / total;
}

/** The sum of all values, each by its share; as with one array of numbers, every step is rounded to 32 bits. */
function weigh(shares: Float64Array, values: Float64Array, rows: number, made: Float32Array): void {
  const size = made.length;
  for (let at = 0; at < size; at += ABREAST) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let other = 0; other < rows; other++) {
      const share = shares[other] as number;
      const value = other * size + at;
      a = Math.fround(a + share * (values[value] as number));
      b = Math.fround(b + share * (values[value + 1] as number));
      c = Math.fround(c + share * (values[value + 2] as number));
      d = Math.fround(d + share * (values[value + 3] as number));
    }
    made[at] = a;
    made[at + 1] = b;
    made[at + 2] = c;
    made[at + 3] = d;
  }
}

function meanOf(x: Float32Array, rows: number): Float32Array {
  const width = x.length / rows;
  return Float32Array.from({ length: width }, (_, at) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += x[row * width + at] ?? 0;
    return sum / rows;
  });
}

function unitOf(x: Float32Array): Float32Array {
  let squares = 0;
  for (const value of x) squares += value * value;
  const share = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  return x.map((value) => value * share);
}

/** The value of `embedder.package` for the built-in encoder. */
export const INSIDE = 'mneme';
/** Includes the version of the weights: vectors of two versions are not comparable. */
const MODEL = 'sentences-1';
const DIMENSIONS = 128;
/** Maximum characters that are encoded; the rest of a long text is covered by its passages. */
const MAX_CHARACTERS = 1_000;
/** Maximum number of parts of a text, each of at most {@link MAX_PIECES}. */
const MAX_PARTS = 3;
/** Time slice in milliseconds, after which the event loop gets a turn. */
const TURN_MS = 20;

interface InsideEmbedderSettings extends TextSettings {
  /** The file of weights. Default: the one that ships. */
  readonly weights?: URL;
  /** A monotonic clock in milliseconds. */
  readonly ticks?: () => number;
  /** Threads that encode large batches. Default: those of this process. */
  readonly threads?: EncoderThreads;
}

/**
 * Vectors from the built-in sentence encoder, computed in this process without further packages, downloads or
 * servers. Its weights (7 MB) are loaded with the first text, once per process. Throws as `Embedder.embed` does;
 * `unavailable` if the file is missing or damaged.
 */
export function openInsideEmbedder(settings: InsideEmbedderSettings): Embedder {
  const own = { ...settings, maxCharacters: Math.min(settings.maxCharacters, MAX_CHARACTERS) };
  const { weights = SHIPPED, ticks = () => performance.now() } = settings;
  const threads = settings.threads ?? THREADS.get(weights);
  return {
    id: embedderId('inside', MODEL, settings, DIMENSIONS),
    dimensions: DIMENSIONS,
    embed: async (texts, side, signal) => {
      const encoder = await LOADED.get(weights);
      let began = ticks();
      const encodeHere = async (part: readonly number[]): Promise<Float32Array> => {
        if (signal?.aborted === true)
          throw new MnemeError('interrupted', 'The embedder was stopped.', { field: 'embedder' });
        const vector = encoder.encode(part);
        if (ticks() - began >= TURN_MS) {
          await nextTurn();
          began = ticks();
        }
        return vector;
      };
      const parts = texts.map((text) => partsOf(encoder.pieces(modelText(text, side, own))));
      const read = await threads.encode(parts.flat(), encodeHere);
      let at = 0;
      return parts.map(({ length }) => unitMeanOf(read.slice(at, (at += length))));
    },
  };
}

/** Splits a text's pieces into parts of equal length; one empty part for an empty text. */
function partsOf(text: readonly number[]): (readonly number[])[] {
  const pieces = text.slice(0, MAX_PARTS * MAX_PIECES);
  const parts = Math.max(1, Math.ceil(pieces.length / MAX_PIECES));
  const each = Math.ceil(pieces.length / parts);
  return Array.from({ length: parts }, (_, part) => pieces.slice(part * each, (part + 1) * each));
}

/** The normalised mean of a text's parts. */
function unitMeanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(DIMENSIONS)] = vectors;
  if (vectors.length < 2) return first;
  const sum = first.map((_, at) => vectors.reduce((all, vector) => all + (vector[at] ?? 0), 0));
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length === 0 ? first : sum.map((value) => value / length);
}

const SHIPPED = new URL('./sentence-encoder.bin', import.meta.url);

/** The threads of this process by their weights file. */
class ThreadsByWeights {
  readonly #threads = new Map<string, EncoderThreads>();

  get(file: URL): EncoderThreads {
    const threads = this.#threads.get(file.href) ?? new EncoderThreads(file);
    this.#threads.set(file.href, threads);
    return threads;
  }
}

const THREADS = new ThreadsByWeights();

/** A cache of encoders by their weights file. */
class LoadedEncoders {
  readonly #reading = new Map<string, Promise<SentenceEncoder>>();

  get(file: URL): Promise<SentenceEncoder> {
    const known = this.#reading.get(file.href);
    if (known !== undefined) return known;
    const reading = load(file);
    this.#reading.set(file.href, reading);
    // A failure is not cached: the file may be repaired next time.
    reading.catch(() => this.#reading.delete(file.href));
    return reading;
  }
}

const LOADED = new LoadedEncoders();

async function load(file: URL): Promise<SentenceEncoder> {
  try {
    return new SentenceEncoder(readEncoderFile(await readFile(file)));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new MnemeError('unavailable', `The sentence encoder's file cannot be used: ${why}.`, {
      field: 'embedder.package',
      value: fileURLToPath(file),
      hint: 'Install mneme anew; until then words, links and time answer.',
      cause,
    });
  }
}
