import { createHash } from 'node:crypto';
import { MULTIPLY_WASM } from './multiply-wasm.js';

/** The named parts of the weights file, as written by `scripts/sentence-encoder/pack.py`. */
export interface EncoderParts {
  /** A matrix of signed bytes, row by row, and the scale of each row. */
  bytes(name: string): {
    readonly values: Int8Array;
    readonly scales: Float32Array;
    readonly rows: number;
    readonly width: number;
  };
  numbers(name: string): Float32Array;
  text(name: string): string;
}

interface Entry {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly shape: readonly number[];
}

interface Head {
  readonly sha256: string;
  readonly parts: readonly Entry[];
}

/** Parses the weights file. Throws a plain error that says what is damaged. */
export function readEncoderFile(file: Buffer): EncoderParts {
  const head = headOf(file);
  const body = file.subarray(4 + file.readUInt32LE(0));
  if (createHash('sha256').update(body).digest('hex') !== head.sha256)
    throw new Error('its contents do not match their checksum');
  const entries = new Map(head.parts.map((entry) => [entry.name, entry]));
  // A copy, so that 4-byte numbers are aligned.
  const whole = new Uint8Array(body).buffer;
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`it has no part ${name}`);
    return entry;
  };
  const numbers = (name: string): Float32Array => {
    const { at, bytes } = entryOf(name);
    return new Float32Array(whole, at, bytes / 4);
  };
  return {
    numbers,
    bytes: (name) => {
      const { at, bytes, shape } = entryOf(name);
      const [rows = 0, width = 0] = shape;
      return {
        values: new Int8Array(whole, at, bytes),
        scales: numbers(`${name}_scale`),
        rows,
        width,
      };
    },
    text: (name) => {
      const { at, bytes } = entryOf(name);
      return Buffer.from(whole, at, bytes).toString('utf8');
    },
  };
}

function headOf(file: Buffer): Head {
  try {
    const length = file.readUInt32LE(0);
    return JSON.parse(file.toString('utf8', 4, 4 + length)) as Head;
  } catch {
    throw new Error('it does not begin as such a file does');
  }
}

/** SentencePiece's marker for the start of a word. */
const BOUNDARY = '\u2581';
/** The id of characters that are in no piece. */
const UNKNOWN = 0;
/** Number of ids before the first piece: the unknown one and control symbols. */
const RESERVED = 6;

/**
 * Splits a text into word pieces so that the sum of their scores is maximal (the unigram model, Kudo 2018, as in
 * SentencePiece). Linear in the text's length, as no piece is longer than 16 characters.
 */
export class WordPieces {
  readonly #pieces: ReadonlyMap<string, number>;
  readonly #longest: number;

  /** `pieces` in order of their ids, and each one's score (a log probability). */
  constructor(
    pieces: readonly string[],
    private readonly scores: Float32Array,
  ) {
    this.#pieces = new Map(pieces.map((piece, at) => [piece, at]));
    this.#longest = pieces.reduce((longest, piece) => Math.max(longest, piece.length), 0);
  }

  /** The ids of a text's pieces, in order; a run of unknown characters gives one. */
  encode(text: string): number[] {
    const normal = text.normalize('NFKC');
    if (normal === '') return [];
    const spaced = BOUNDARY + normal.replaceAll(' ', BOUNDARY);
    const { length } = spaced;
    const best = new Float64Array(length + 1).fill(-Infinity);
    const from = new Int32Array(length + 1);
    const number = new Int32Array(length + 1);
    best[0] = 0;
    for (let at = 0; at < length; at++) {
      const sofar = best[at] ?? 0;
      if (sofar === -Infinity) continue;
      let known = false;
      for (let end = at + 1; end <= Math.min(length, at + this.#longest); end++) {
        const piece = this.#pieces.get(spaced.slice(at, end));
        if (piece === undefined) continue;
        known = true;
        const score = sofar + (this.scores[piece] ?? 0);
        if (score < (best[end] ?? 0)) continue;
        best[end] = score;
        from[end] = at;
        number[end] = piece + RESERVED;
      }
      if (known) continue;
      const end = at + width(spaced, at);
      if (sofar < (best[end] ?? 0)) continue;
      best[end] = sofar;
      from[end] = at;
      number[end] = UNKNOWN;
    }
    const pieces: number[] = [];
    for (let end = length; end > 0; end = from[end] ?? 0) {
      const piece = number[end] ?? UNKNOWN;
      if (piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(piece);
    }
    return pieces.reverse();
  }
}

/** UTF-16 units of the character: two outside the basic plane. */
const width = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** One layer: `outputs` rows of `inputs` signed bytes, at offset `at` in the kernel's weights. Both are multiples of 8. */
export interface Matrix {
  readonly at: number;
  /** The offset of its outputs in the kernel's scales and biases. */
  readonly scaledAt: number;
  readonly inputs: number;
  readonly outputs: number;
}

/** The weights of all layers, and the scale and the bias of each of their outputs. */
export interface Weights {
  readonly values: Int8Array;
  readonly scales: Float32Array;
  readonly biases: Float32Array;
}

/**
 * Linear layers over quantised numbers. All implementations give identical results: at most 2,048 products of a byte
 * and a 14-bit number fit into 32 bits, in any order, and all else is computed in 64 bits and rounded once.
 */
export interface Kernel {
  readonly name: 'wasm-simd' | 'typescript';
  /** The layer's outputs of each row of `x`; with `floor`, none is below 0. */
  apply(matrix: Matrix, x: Float32Array, rows: number, floor?: boolean): Float32Array;
}

/** Maximum number of rows, and of numbers per row. */
export interface KernelSize {
  readonly rows: number;
  readonly widest: number;
}

/** Quantisation range of activations: 2,048 products with a byte fit into 32 bits. */
const LEVELS = 8_191;
/** Number of rows multiplied at once. */
const BLOCK = 4;
const PAGE = 65_536;
const START = 64;

const rowsOf = ({ rows }: KernelSize): number => Math.ceil(rows / BLOCK) * BLOCK;

/** WebAssembly SIMD if the runtime supports it, else TypeScript. */
export function createKernel(weights: Weights, size: KernelSize): Kernel {
  try {
    return wasmKernel(weights, size);
  } catch {
    return typescriptKernel(weights, size);
  }
}

export function typescriptKernel({ values, scales, biases }: Weights, size: KernelSize): Kernel {
  const activations = new Int16Array(size.widest);
  return {
    name: 'typescript',
    apply: ({ at, scaledAt, inputs, outputs }, x, rows, floor = false) => {
      const made = new Float32Array(rows * outputs);
      for (let row = 0; row < rows; row++) {
        const step = quantised(x.subarray(row * inputs, (row + 1) * inputs), activations);
        for (let output = 0; output < outputs; output++) {
          const own = at + output * inputs;
          let sum = 0;
          for (let input = 0; input < inputs; input++)
            sum += (values[own + input] ?? 0) * (activations[input] ?? 0);
          const scaled =
            sum * (step * (scales[scaledAt + output] ?? 0)) + (biases[scaledAt + output] ?? 0);
          made[row * outputs + output] = floor ? Math.max(0, scaled) : scaled;
        }
      }
      return made;
    },
  };
}

/** Quantises a row to integers within ±{@link LEVELS}; returns what one step stands for. */
function quantised(x: Float32Array, to: Int16Array): number {
  let most = 1e-9;
  for (const value of x) most = Math.max(most, Math.abs(value));
  const levels = LEVELS / most;
  for (const [at, value] of x.entries()) {
    const level = value * levels;
    to[at] = level < 0 ? level - 0.5 : level + 0.5;
  }
  return most / LEVELS;
}

/** The exports of multiply.wat. */
interface Multiply {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  quantise(from: number, to: number, count: number): number;
  multiply(
    from: number,
    weights: number,
    to: number,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
  scale(
    ...given: [
      from: number,
      to: number,
      count: number,
      step: number,
      scales: number,
      biases: number,
      floor: number,
    ]
  ): void;
}

/** The part of the WebAssembly API in use: its types are in the DOM library, which is not included. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The loops of multiply.wat. Throws if the runtime lacks WebAssembly or 128-bit SIMD. */
export function wasmKernel({ values, scales, biases }: Weights, size: KernelSize): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly;
  const { memory, quantise, multiply, scale } = new Instance(
    new Module(Buffer.from(MULTIPLY_WASM, 'base64')),
  ).exports as Multiply;
  const numbers = rowsOf(size) * size.widest;
  const activationsAt = START;
  const sumsAt = activationsAt + 2 * numbers;
  const numbersAt = sumsAt + 4 * numbers;
  const scalesAt = numbersAt + 4 * numbers;
  const biasesAt = scalesAt + 4 * scales.length;
  const weightsAt = biasesAt + 4 * biases.length;
  memory.grow(Math.ceil((weightsAt + values.length) / PAGE));
  new Int8Array(memory.buffer).set(values, weightsAt);
  new Float32Array(memory.buffer).set(scales, scalesAt / 4);
  new Float32Array(memory.buffer).set(biases, biasesAt / 4);
  /** What goes in, and then what comes out. */
  const given = new Float32Array(memory.buffer, numbersAt, numbers);
  const steps = new Float64Array(rowsOf(size));
  return {
    name: 'wasm-simd',
    apply: ({ at, scaledAt, inputs, outputs }, x, rows, floor = false) => {
      given.set(x);
      for (let row = 0; row < rows; row++)
        steps[row] = quantise(
          numbersAt + 4 * row * inputs,
          activationsAt + 2 * row * inputs,
          inputs,
        );
      multiply(activationsAt, weightsAt + at, sumsAt, rows, inputs, outputs);
      for (let row = 0; row < rows; row++)
        scale(
          sumsAt + 4 * row * outputs,
          numbersAt + 4 * row * outputs,
          outputs,
          steps[row] ?? 0,
          scalesAt + 4 * scaledAt,
          biasesAt + 4 * scaledAt,
          floor ? 1 : 0,
        );
      return given.slice(0, rows * outputs);
    },
  };
}

/** Powers of two from 2^0 to 2^-60. Multiplying and adding is exact on every machine, unlike `Math.exp`. */
const HALVES = Float64Array.from({ length: 61 }, (_, at) => 1 / powerOfTwo(at));
const LOG2 = 0.6931471805599453;

function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at++) power *= 2;
  return power;
}

/** exp(x) for x ≤ 0; relative error below 1e-9. */
export function expOfNegative(x: number): number {
  const halvings = Math.floor(-x / LOG2 + 0.5);
  if (!(halvings < HALVES.length)) return 0;
  const rest = x + halvings * LOG2;
  let sum = 1;
  for (let term = 9; term > 0; term--) sum = 1 + (rest / term) * sum;
  return sum * (HALVES[halvings] ?? 0);
}

/** tanh(x), from {@link expOfNegative}. */
export function tanh(x: number): number {
  const e = expOfNegative(-2 * Math.abs(x));
  const size = (1 - e) / (1 + e);
  return x < 0 ? -size : size;
}
