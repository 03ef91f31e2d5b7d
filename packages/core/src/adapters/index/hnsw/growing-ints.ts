/** An Int32Array that grows by half; unset elements are 0. */
export class GrowingInts {
  #data = new Int32Array(64);

  /** The numbers themselves, for hot loops; valid until the next `reserve` or `set`. */
  get data(): Int32Array {
    return this.#data;
  }

  get(index: number): number {
    return this.#data[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.reserve(index + 1);
    this.#data[index] = value;
  }

  reserve(length: number): void {
    if (length <= this.#data.length) return;
    const larger = new Int32Array(Math.max(length, Math.ceil(this.#data.length * 1.5)));
    larger.set(this.#data);
    this.#data = larger;
  }

  /** The first `length` numbers as bytes. */
  toBytes(length: number): Uint8Array {
    this.reserve(length);
    return new Uint8Array(this.#data.slice(0, length).buffer);
  }

  fromBytes(bytes: Uint8Array): void {
    const numbers = new Int32Array(bytes.slice().buffer);
    this.#data = numbers.length > 0 ? numbers : new Int32Array(64);
  }
}
