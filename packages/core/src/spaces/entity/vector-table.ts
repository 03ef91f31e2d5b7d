import type { SeededRandom } from '../seeded-random.js';

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
    scale(row, 1 / length(row));
    return number;
  }

  /** Rescales a vector that has grown beyond length 1. */
  shorten(number: number): void {
    const row = this.at(number);
    const long = length(row);
    if (long > 1) scale(row, 1 / long);
  }
}

function length(row: Float32Array): number {
  let square = 0;
  for (let at = 0; at < row.length; at++) square += (row[at] as number) * (row[at] as number);
  return Math.sqrt(square);
}

function scale(row: Float32Array, factor: number): void {
  for (let at = 0; at < row.length; at++) row[at] = (row[at] as number) * factor;
}
