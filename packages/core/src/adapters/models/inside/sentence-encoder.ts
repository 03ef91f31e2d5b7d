import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embedderId, modelText, type TextSettings } from '../embeddings.js';
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
/** Quantisation range of activations: 2,048 products with a byte fit into 32 bits. */
const LEVELS = 8_191;
const WIDEST = 1_536;
/** Added to the variance in layer normalisation, so that it is never 0. */
const EPSILON = 1e-6;

const SIZE: KernelSize = { rows: MAX_PIECES, widest: WIDEST };

interface Linear extends Matrix {
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

interface Norm {
  readonly gain: Float32Array;
  readonly bias: Float32Array;
}

interface Layer {
  readonly before: Norm;
  readonly qkv: Linear;
  readonly joined: Linear;
  readonly between: Norm;
  readonly feed: readonly [Linear, Linear];
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
  readonly #widen: Linear;
  readonly #layers: readonly Layer[];
  readonly #last: Linear;
  readonly #narrow: Linear;
  readonly #kernel: Kernel;

  constructor(parts: EncoderParts, kernel: typeof createKernel = createKernel) {
    const matrices: Int8Array[] = [];
    let at = 0;
    const linear = (name: string): Linear => {
      const { values, scales, rows, width } = parts.bytes(`${name}_w`);
      const placed = { at, inputs: width, outputs: rows, scales, bias: parts.numbers(`${name}_b`) };
      matrices.push(values);
      at += values.length;
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
    this.#kernel = kernel(joinedOf(matrices, at), SIZE);
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
    let hidden = this.#linear(this.#widen, embedded, rows);
    for (const [number, layer] of this.#layers.entries()) {
      const source = number === 0 ? embedded : hidden;
      hidden = added(hidden, this.#attend(layer, source, rows));
      hidden = added(hidden, this.#feed(layer, hidden, rows));
    }
    const last = this.#linear(this.#last, meanOf(hidden, rows), 1).map(tanh);
    return unitOf(this.#linear(this.#narrow, last, 1));
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
    const wide = this.#linear(wider, normed(between, hidden, rows), rows);
    for (let at = 0; at < wide.length; at++) if ((wide[at] ?? 0) < 0) wide[at] = 0;
    return this.#linear(narrower, wide, rows);
  }

  #attend({ before, qkv, joined }: Layer, source: Float32Array, rows: number): Float32Array {
    const split = this.#linear(qkv, normed(before, source, rows), rows);
    return this.#linear(joined, attended(split, rows, qkv.outputs / 3), rows);
  }

  #linear(layer: Linear, x: Float32Array, rows: number): Float32Array {
    const { inputs, outputs, scales, bias } = layer;
    const { activations, sums } = this.#kernel;
    const steps = new Float64Array(rows);
    for (let row = 0; row < rows; row++)
      steps[row] = quantised(x, row * inputs, inputs, activations);
    this.#kernel.multiply(layer, rows);
    const made = new Float32Array(rows * outputs);
    for (let row = 0; row < rows; row++) {
      const step = steps[row] ?? 0;
      for (let output = 0; output < outputs; output++)
        made[row * outputs + output] =
          (sums[row * outputs + output] ?? 0) * (step * (scales[output] ?? 0)) +
          (bias[output] ?? 0);
    }
    return made;
  }
}

/** Quantises a row to integers within ±{@link LEVELS}, at the same offset of `to`; returns the scale. */
function quantised(x: Float32Array, from: number, count: number, to: Int16Array): number {
  let most = 1e-9;
  for (let at = from; at < from + count; at++) most = Math.max(most, Math.abs(x[at] ?? 0));
  const levels = LEVELS / most;
  for (let at = from; at < from + count; at++) {
    const level = (x[at] ?? 0) * levels;
    to[at] = level < 0 ? level - 0.5 : level + 0.5;
  }
  return most / LEVELS;
}

function joinedOf(matrices: readonly Int8Array[], length: number): Int8Array {
  const all = new Int8Array(length);
  let at = 0;
  for (const matrix of matrices) {
    all.set(matrix, at);
    at += matrix.length;
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

/** Self-attention. `split` has queries, keys and values side by side, `width` numbers each. */
function attended(split: Float32Array, rows: number, width: number): Float32Array {
  const made = new Float32Array(rows * width);
  const size = width / HEADS;
  const shares = new Float64Array(rows);
  const scale = 1 / Math.sqrt(size);
  for (let head = 0; head < width; head += size)
    for (let row = 0; row < rows; row++) {
      fillShares(split, { row, width, from: head, size, scale }, shares);
      for (let other = 0; other < rows; other++) {
        const share = shares[other] ?? 0;
        const value = other * 3 * width + 2 * width + head;
        const own = row * width + head;
        for (let at = 0; at < size; at++)
          made[own + at] = (made[own + at] ?? 0) + share * (split[value + at] ?? 0);
      }
    }
  return made;
}

interface AttentionRow {
  readonly row: number;
  readonly width: number;
  readonly from: number;
  readonly size: number;
  readonly scale: number;
}

/** The softmax weights of one piece's attention, summing to 1. */
function fillShares(
  split: Float32Array,
  { row, width, from, size, scale }: AttentionRow,
  shares: Float64Array,
): void {
  const query = row * 3 * width + from;
  let most = -Infinity;
  for (let other = 0; other < shares.length; other++) {
    const key = other * 3 * width + width + from;
    let sum = 0;
    for (let at = 0; at < size; at++) sum += (split[query + at] ?? 0) * (split[key + at] ?? 0);
    shares[other] = sum * scale;
    most = Math.max(most, sum * scale);
  }
  let total = 0;
  for (let other = 0; other < shares.length; other++) {
    const share = expOfNegative((shares[other] ?? 0) - most);
    shares[other] = share;
    total += share;
  }
  for (let other = 0; other < shares.length; other++) shares[other] = (shares[other] ?? 0) / total;
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
}

/**
 * Vectors from the built-in sentence encoder, computed in this process without further packages, downloads or
 * servers. Its weights (7 MB) are loaded with the first text, once per process. Throws as `Embedder.embed` does;
 * `unavailable` if the file is missing or damaged.
 */
export function openInsideEmbedder(settings: InsideEmbedderSettings): Embedder {
  const own = { ...settings, maxCharacters: Math.min(settings.maxCharacters, MAX_CHARACTERS) };
  const { weights = SHIPPED, ticks = () => performance.now() } = settings;
  return {
    id: embedderId('inside', MODEL, settings, DIMENSIONS),
    dimensions: DIMENSIONS,
    embed: async (texts, side, signal) => {
      const encoder = await LOADED.get(weights);
      const vectors: Float32Array[] = [];
      let began = ticks();
      for (const text of texts) {
        const read: Float32Array[] = [];
        for (const part of partsOf(encoder.pieces(modelText(text, side, own)))) {
          if (signal?.aborted === true)
            throw new MnemeError('interrupted', 'The embedder was stopped.', { field: 'embedder' });
          read.push(encoder.encode(part));
          if (ticks() - began < TURN_MS) continue;
          await nextTurn();
          began = ticks();
        }
        vectors.push(unitMeanOf(read));
      }
      return vectors;
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
