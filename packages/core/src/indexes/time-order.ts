import { expiryOf } from '../domain/expiry.js';
import type { Instant } from '../domain/time.js';
import { append, type GrowingArray } from './index-columns.js';

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
