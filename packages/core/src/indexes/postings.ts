import { int32s } from './growing-array.js';

/** A posting packs a slot and a term frequency (1..63) into one small integer, so that lists stay unboxed. */
const TF_BITS = 6;
const MAX_TF = (1 << TF_BITS) - 1;

/** Counts a term of the slot in a list; slots come in order, each with all its terms. */
export function countTerm(list: number[], slot: number): void {
  const last = list[list.length - 1];
  // If the term repeats within a slot, that slot is the list's last entry.
  if (last === undefined || last >>> TF_BITS !== slot) list.push((slot << TF_BITS) | 1);
  else if ((last & MAX_TF) < MAX_TF) list[list.length - 1] = last + 1;
}

export const postingSlot = (posting: number): number => posting >>> TF_BITS;
export const postingFrequency = (posting: number): number => posting & MAX_TF;

/** The postings of a list that belong to some of the first `count` slots; for a long list, a search for each slot instead of a walk. */
export function postingsAmong(
  list: readonly number[],
  slots: ArrayLike<number>,
  count: number,
): readonly number[] {
  if (count * Math.log2(list.length + 1) >= list.length) return list;
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const least = (slots[at] ?? 0) << TF_BITS;
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle] ?? 0) < least) low = middle + 1;
      else high = middle;
    }
    const posting = list[low];
    if (posting !== undefined && postingSlot(posting) === slots[at]) found.push(posting);
  }
  return found;
}

/**
 * An inverted index (term → slots) with its forward index (slot → terms in order), append-only. Slots are added in
 * increasing order, each once, so every posting list is sorted.
 */
export class Postings {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #lists: number[][] = [];
  readonly #sequence = int32s();
  readonly #starts = int32s();
  #used = 0;
  #slots = 0;

  /** Number of documents. */
  get size(): number {
    return this.#slots;
  }

  get vocabulary(): number {
    return this.#terms.length;
  }

  /** Total number of terms in all documents, with repeats. */
  get totalLength(): number {
    return this.#used;
  }

  /** Number of distinct terms in the last added slot that no earlier slot has. */
  firstSeen = 0;

  /** Adds the next slot; returns its number. */
  add(terms: readonly string[]): number {
    const slot = this.#slots++;
    const known = this.#terms.length;
    this.#starts.set(slot, this.#used);
    const counts = new Map<number, number>();
    for (const term of terms) {
      const number = this.#number(term);
      this.#sequence.set(this.#used++, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    this.#starts.set(slot + 1, this.#used);
    this.firstSeen = this.#terms.length - known;
    for (const [number, count] of counts) {
      this.#lists[number]?.push((slot << TF_BITS) | Math.min(count, MAX_TF));
    }
    return slot;
  }

  /** The number of a term, or -1 for one never seen. */
  numberOf(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }

  term(number: number): string {
    return this.#terms[number] ?? '';
  }

  /** Packed postings of a term in slot order: read them with {@link postingSlot} and {@link postingFrequency}. */
  list(number: number): readonly number[] {
    return this.#lists[number] ?? [];
  }

  documentFrequency(number: number): number {
    return this.#lists[number]?.length ?? 0;
  }

  /** Number of terms of the slot, with repeats. */
  length(slot: number): number {
    return this.#starts.get(slot + 1) - this.#starts.get(slot);
  }

  /** Where the slot's terms start in {@link sequence}. */
  start(slot: number): number {
    return this.#starts.get(slot);
  }

  /** Term numbers of all slots, one after the other; valid until the next {@link add}. */
  get sequence(): Int32Array {
    return this.#sequence.data;
  }

  /** All terms in order of their numbers. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Where each slot's terms start, and one more at the end. */
  get starts(): Int32Array {
    return this.#starts.data.subarray(0, this.#slots + 1);
  }

  /** Loads the forward index and inverts it. It must be empty before. */
  restore(terms: readonly string[], starts: Int32Array, sequence: Int32Array): void {
    for (const term of terms) this.#number(term);
    this.#slots = starts.length - 1;
    this.#used = starts[this.#slots] ?? 0;
    this.#starts.fromBytes(new Uint8Array(starts.buffer, starts.byteOffset, starts.byteLength));
    this.#sequence.fromBytes(
      new Uint8Array(sequence.buffer, sequence.byteOffset, sequence.byteLength),
    );
    const lists = this.#lists;
    for (let slot = 0; slot < this.#slots; slot++) {
      const end = starts[slot + 1] ?? 0;
      for (let at = starts[slot] ?? 0; at < end; at++) {
        const list = lists[sequence[at] ?? 0];
        if (list !== undefined) countTerm(list, slot);
      }
    }
  }

  #number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.length;
    this.#numbers.set(term, number);
    this.#terms.push(term);
    this.#lists.push([]);
    return number;
  }
}
