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
