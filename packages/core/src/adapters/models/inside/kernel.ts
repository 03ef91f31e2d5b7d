import { MULTIPLY_WASM } from './multiply-wasm.js';

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
