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

/** Weights of one layer: `outputs` rows of `inputs` signed bytes, at offset `at` in the kernel's weights. */
export interface Matrix {
  readonly at: number;
  readonly inputs: number;
  readonly outputs: number;
}

/**
 * Integer matrix multiplication. All implementations give identical sums: at most 2,048 products of a byte and a
 * 14-bit number fit into 32 bits, in any order.
 */
export interface Kernel {
  readonly name: 'wasm-simd' | 'typescript';
  /** Activations, `inputs` per row, to be filled in before {@link multiply}. */
  readonly activations: Int16Array;
  /** The results of {@link multiply}, `outputs` per row. */
  readonly sums: Int32Array;
  multiply(matrix: Matrix, rows: number): void;
}

/** Maximum number of rows, and of numbers per row. */
export interface KernelSize {
  readonly rows: number;
  readonly widest: number;
}

/** Number of rows multiplied at once. */
const BLOCK = 4;
const PAGE = 65_536;
const START = 64;

const rowsOf = ({ rows }: KernelSize): number => Math.ceil(rows / BLOCK) * BLOCK;

/** WebAssembly SIMD if the runtime supports it, else TypeScript. */
export function createKernel(weights: Int8Array, size: KernelSize): Kernel {
  try {
    return wasmKernel(weights, size);
  } catch {
    return typescriptKernel(weights, size);
  }
}

export function typescriptKernel(weights: Int8Array, size: KernelSize): Kernel {
  const activations = new Int16Array(rowsOf(size) * size.widest);
  const sums = new Int32Array(rowsOf(size) * size.widest);
  return {
    name: 'typescript',
    activations,
    sums,
    multiply: ({ at, inputs, outputs }, rows) => {
      for (let row = 0; row < rows; row++) {
        const from = row * inputs;
        for (let output = 0; output < outputs; output++) {
          const own = at + output * inputs;
          let sum = 0;
          for (let input = 0; input < inputs; input++)
            sum += (weights[own + input] ?? 0) * (activations[from + input] ?? 0);
          sums[row * outputs + output] = sum;
        }
      }
    },
  };
}

/** The exports of multiply.wat. */
interface Multiply {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  multiply(
    from: number,
    weights: number,
    to: number,
    rows: number,
    inputs: number,
    outputs: number,
  ): void;
}

/** The part of the WebAssembly API in use: its types are in the DOM library, which is not included. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The loop of multiply.wat. Throws if the runtime lacks WebAssembly or 128-bit SIMD. */
export function wasmKernel(weights: Int8Array, size: KernelSize): Kernel {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly;
  const { memory, multiply } = new Instance(new Module(Buffer.from(MULTIPLY_WASM, 'base64')))
    .exports as Multiply;
  const numbers = rowsOf(size) * size.widest;
  const sumsAt = START + 2 * numbers;
  const weightsAt = sumsAt + 4 * numbers;
  memory.grow(Math.ceil((weightsAt + weights.length) / PAGE));
  new Int8Array(memory.buffer).set(weights, weightsAt);
  return {
    name: 'wasm-simd',
    activations: new Int16Array(memory.buffer, START, numbers),
    sums: new Int32Array(memory.buffer, sumsAt, numbers),
    multiply: ({ at, inputs, outputs }, rows) => {
      multiply(START, weightsAt + at, sumsAt, rows, inputs, outputs);
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
