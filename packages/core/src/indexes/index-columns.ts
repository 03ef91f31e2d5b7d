import type { MemoryId } from '../domain/ids.js';
import { expiryOf } from '../domain/memory-times.js';
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
export class SpeakerCounts {
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

/** The times of each slot, in milliseconds. */
interface Times {
  readonly size: number;
  readonly saidAt: GrowingArray<Float64Array>;
  readonly occurredFrom: GrowingArray<Float64Array>;
  readonly occurredTo: GrowingArray<Float64Array>;
  readonly retold: ReadonlyMap<number, readonly number[]>;
}

/** Minimum number of memories: a smaller bank is scanned as fast. */
const MIN_ORDERED_SIZE = 20_000;
/** Memories added or changed since the last sort are scanned; it is repeated when their share exceeds this. */
const STALE_SHARE = 1 / 16;
/** Events are grouped by duration, in powers of this. */
const SPREAD = 8;

/** Slots sorted by a time, with their times when they were sorted. */
interface Ordered {
  readonly slots: Int32Array;
  readonly times: Float64Array;
}

/** Events of similar duration, sorted by start; `longest` is in milliseconds. */
interface Lengths extends Ordered {
  readonly longest: number;
}

/**
 * Memories sorted by when they were said, and by when the events that they describe began, so that a period is
 * searched instead of scanned. Events are grouped by duration (interval trees group them by midpoint; Edelsbrunner
 * 1980): those of a group that overlap a period begin at most its longest duration before it. Built on first use; can
 * be discarded.
 */
export class TimeOrder {
  #said: Ordered = orderedBy(new Int32Array(0), []);
  #happened: readonly Lengths[] = [];
  /** Slots below this are sorted, except those in `changed`. */
  #ordered = 0;
  readonly #changed = new Set<number>();

  constructor(private readonly index: Times) {}

  /** Must be called before a memory's times are set. */
  note(slot: number, next: { readonly occurredFrom: number; readonly occurredTo: number }): void {
    const { occurredFrom, occurredTo } = this.index;
    if (slot >= this.#ordered) return;
    if (occurredFrom.get(slot) !== next.occurredFrom || occurredTo.get(slot) !== next.occurredTo)
      this.#changed.add(slot);
  }

  /**
   * All slots that were said within one of the periods, or describe something that overlaps one, ascending, possibly
   * with others; null in a small bank, where every slot must be checked.
   */
  within(periods: readonly { readonly from: number; readonly to: number }[]): Int32Array | null {
    const { index } = this;
    if (index.size < MIN_ORDERED_SIZE) return null;
    const stale = index.size - this.#ordered + this.#changed.size;
    if (stale > index.size * STALE_SHARE) this.#order();
    const first = this.#ordered;
    const found: Int32Array[] = [
      Int32Array.from(this.#changed),
      // Restated memories are few and not sorted.
      Int32Array.from(index.retold.keys()),
      Int32Array.from({ length: index.size - first }, (_, at) => first + at),
    ];
    for (const { from, to } of periods) {
      found.push(between(this.#said, from, to));
      for (const lengths of this.#happened)
        found.push(between(lengths, from - lengths.longest, to));
    }
    return distinct(found);
  }

  #order(): void {
    const { size, saidAt, occurredFrom, occurredTo } = this.index;
    this.#said = orderedBy(
      Int32Array.from({ length: size }, (_, slot) => slot),
      saidAt.data,
    );
    const byLength = new Map<number, number[]>();
    const lengthOf = (slot: number): number => occurredTo.get(slot) - occurredFrom.get(slot);
    for (let slot = 0; slot < size; slot++)
      append(byLength, Math.ceil(Math.log(Math.max(1, lengthOf(slot))) / Math.log(SPREAD)), slot);
    this.#happened = [...byLength.values()].map((slots) => ({
      longest: slots.reduce((most, slot) => Math.max(most, lengthOf(slot)), 0),
      ...orderedBy(Int32Array.from(slots), occurredFrom.data),
    }));
    this.#ordered = size;
    this.#changed.clear();
  }
}

function orderedBy(slots: Int32Array, times: ArrayLike<number>): Ordered {
  const timeOf = (slot: number): number => times[slot] ?? 0;
  slots.sort((one, other) => timeOf(one) - timeOf(other) || one - other);
  return { slots, times: Float64Array.from(slots, timeOf) };
}

/** The slots whose time is from..to, both included. */
function between({ slots, times }: Ordered, from: number, to: number): Int32Array {
  const first = firstAt(times, (time) => time >= from);
  return slots.subarray(
    first,
    Math.max(
      first,
      firstAt(times, (time) => time > to),
    ),
  );
}

/** Binary search: the first of ascending times from which a condition holds. */
function firstAt(times: Float64Array, holds: (time: number) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(times[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function distinct(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const list of lists) {
    all.set(list, count);
    count += list.length;
  }
  all.sort();
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const slot = all[at] ?? 0;
    if (kept === 0 || all[kept - 1] !== slot) all[kept++] = slot;
  }
  return all.subarray(0, kept);
}

/** What is read of each slot. */
interface Slots {
  isLive(slot: number): boolean;
  tags(slot: number): readonly string[];
}

/** The current memories that expire, and when the first does. */
export class ExpiryIndex {
  readonly #slots = new Set<number>();
  #next = Infinity;

  constructor(private readonly index: Slots) {}

  /** No current memory expires before this moment; Infinity if none expires. */
  get next(): Instant {
    return this.#next;
  }

  /** Call when a memory was added or changed. */
  note(slot: number): void {
    const at = this.index.isLive(slot) ? expiryOf(this.index.tags(slot)) : null;
    if (at === null) this.#slots.delete(slot);
    else this.#slots.add(slot);
    this.#next = Math.min(this.#next, at ?? Infinity);
  }

  /** Recomputes `next` after the memory that expired first is no longer current. */
  settle(): void {
    this.#next = Infinity;
    for (const slot of this.#slots) this.note(slot);
  }
}
