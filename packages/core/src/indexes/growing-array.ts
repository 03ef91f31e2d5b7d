type Numbers = Int32Array | Float64Array | Float32Array | Uint8Array;

/** A typed array that grows by doubling; unset places are zero. */
export class GrowingArray<T extends Numbers> {
  #data: T;

  constructor(private readonly make: (length: number) => T) {
    this.#data = make(64);
  }

  get(index: number): number {
    return this.#data[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#data.length) this.#grow(index + 1);
    this.#data[index] = value;
  }

  /** The underlying numbers, for hot loops; valid until the next `set`. */
  get data(): T {
    return this.#data;
  }

  /** The first `length` numbers as bytes. */
  toBytes(length: number): Uint8Array {
    const part = this.#data.slice(0, length);
    return new Uint8Array(
      part.buffer,
      0,
      Math.min(length, this.#data.length) * part.BYTES_PER_ELEMENT,
    );
  }

  /** Loads numbers written by {@link toBytes}. */
  fromBytes(data: Uint8Array): void {
    const numbers = this.make(
      Math.max(64, Math.ceil(data.byteLength / this.#data.BYTES_PER_ELEMENT)),
    );
    new Uint8Array(numbers.buffer).set(data);
    this.#data = numbers;
  }

  #grow(needed: number): void {
    const larger = this.make(Math.max(needed, Math.ceil(this.#data.length * 1.6)));
    larger.set(this.#data);
    this.#data = larger;
  }
}

export const int32s = (): GrowingArray<Int32Array> =>
  new GrowingArray((length) => new Int32Array(length));
export const float64s = (): GrowingArray<Float64Array> =>
  new GrowingArray((length) => new Float64Array(length));
export const float32s = (): GrowingArray<Float32Array> =>
  new GrowingArray((length) => new Float32Array(length));
export const bytes = (): GrowingArray<Uint8Array> =>
  new GrowingArray((length) => new Uint8Array(length));
