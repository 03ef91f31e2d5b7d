import type { MemoryId } from '../domain/ids.js';
import type { Accesses } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';

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

/** Gives each distinct text a small number, in order of first sight. */
export class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /** The text's number; assigns a new one on first sight. */
  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    this.#texts.push(text);
    return this.#texts.length - 1;
  }

  /** The text's number, or -1. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  text(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** All texts in order of their numbers. */
  all(): readonly string[] {
    return this.#texts;
  }
}

/** Appends to the list of a key, and returns that list. */
export function append<Key>(lists: Map<Key, number[]>, key: Key, slot: number): number[] {
  const list = lists.get(key);
  if (list !== undefined) {
    list.push(slot);
    return list;
  }
  const made = [slot];
  lists.set(key, made);
  return made;
}

/** The non-numeric content of an index. */
export interface IndexLabels {
  readonly ids: readonly MemoryId[];
  readonly tags: readonly (readonly [number, readonly string[]])[];
  readonly uses: readonly (readonly [number, Accesses])[];
  readonly successors: readonly (readonly [number, MemoryId])[];
  readonly retold: readonly (readonly [number, readonly Instant[]])[];
}

/** Number of current memories per speaker, by the speaker's number. */
export class HeardSpeakers {
  readonly #memories = new Map<number, number>();

  /** Adds to the count of a speaker (negative to subtract); returns `more`. */
  note(speaker: number, more: number): number {
    if (more !== 0) this.#memories.set(speaker, (this.#memories.get(speaker) ?? 0) + more);
    return more;
  }

  /** Whether a speaker has a current memory. */
  has(speaker: number): boolean {
    return (this.#memories.get(speaker) ?? 0) > 0;
  }
}
