import { expiryOf } from '../domain/expiry.js';
import type { Instant } from '../domain/time.js';
import { append, type GrowingArray } from './index-columns.js';

/** Of each slot of a bank, in milliseconds. */
interface Times {
  readonly size: number;
  readonly saidAt: GrowingArray<Float64Array>;
  readonly occurredFrom: GrowingArray<Float64Array>;
  readonly occurredTo: GrowingArray<Float64Array>;
  readonly retold: ReadonlyMap<number, readonly number[]>;
}

/** A smaller bank is walked as fast. */
const WORTH_ORDERING = 20_000;
/** Memories that came since are walked; with more than this share of them, the order is made anew. */
const STALE_SHARE = 1 / 16;
/** Lengths of what happened are told apart by powers of this. */
const SPREAD = 8;

/** Slots in order of a time, with the times that they had when they were ordered. */
interface Ordered {
  readonly slots: Int32Array;
  readonly times: Float64Array;
}

/** What happened and was over within so long, in order of its start. */
interface Lengths extends Ordered {
  readonly longest: number;
}

/**
 * Memories in order of when they were said, and of when what they tell began. A period finds its memories by search instead of a walk
 * over the bank. What happened is kept by its length, as interval trees keep it by its middle (Edelsbrunner 1980): among events of about
 * one length, those that overlap a period begin within that length before it. Made when first asked for; can be thrown away.
 */
export class TimeOrder {
  #said: Ordered = orderedBy(new Int32Array(0), []);
  #happened: readonly Lengths[] = [];
  /** Slots below this are in order, but for those in `changed`. */
  #ordered = 0;
  readonly #changed = new Set<number>();

  constructor(private readonly index: Times) {}

  /** Takes note before a memory's times are set. */
  note(slot: number, next: { readonly occurredFrom: number; readonly occurredTo: number }): void {
    const { occurredFrom, occurredTo } = this.index;
    if (slot >= this.#ordered) return;
    if (occurredFrom.get(slot) !== next.occurredFrom || occurredTo.get(slot) !== next.occurredTo)
      this.#changed.add(slot);
  }

  /**
   * All slots that were said within one of the periods, or tell of something that overlaps one, in ascending order, and some others;
   * null in a small bank, where every slot is to be looked at.
   */
  within(periods: readonly { readonly from: number; readonly to: number }[]): Int32Array | null {
    const { index } = this;
    if (index.size < WORTH_ORDERING) return null;
    const stale = index.size - this.#ordered + this.#changed.size;
    if (stale > index.size * STALE_SHARE) this.#order();
    const first = this.#ordered;
    const found: Int32Array[] = [
      Int32Array.from(this.#changed),
      // What was told again is in no order; there is little of it.
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

/** Where ascending times begin to fulfil a condition. */
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

/** What it is told of each slot. */
interface Slots {
  isLive(slot: number): boolean;
  tags(slot: number): readonly string[];
}

/** Which standing memories end, and which of them first. */
export class Ends {
  readonly #slots = new Set<number>();
  #next = Infinity;

  constructor(private readonly index: Slots) {}

  /** No standing memory ends before this moment; Infinity where none ends. */
  get next(): Instant {
    return this.#next;
  }

  /** A memory came, or changed. */
  note(slot: number): void {
    const at = this.index.isLive(slot) ? expiryOf(this.index.tags(slot)) : null;
    if (at === null) this.#slots.delete(slot);
    else this.#slots.add(slot);
    this.#next = Math.min(this.#next, at ?? Infinity);
  }

  /** Looks anew which comes first, as the one that did stands no longer. */
  settle(): void {
    this.#next = Infinity;
    for (const slot of this.#slots) this.note(slot);
  }
}
