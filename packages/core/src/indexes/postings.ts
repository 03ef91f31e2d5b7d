import { int32s } from './index-columns.js';

/** A posting packs a slot and a term frequency (1..63) into one small integer, so that lists stay unboxed. */
const TF_BITS = 6;
const MAX_TF = (1 << TF_BITS) - 1;

/** Counts a term of the slot in a list; slots come in order, each with all its terms. */
function countTerm(list: number[], slot: number): void {
  const last = list[list.length - 1];
  // If the term repeats within a slot, that slot is the list's last entry.
  if (last === undefined || last >>> TF_BITS !== slot) list.push((slot << TF_BITS) | 1);
  else if ((last & MAX_TF) < MAX_TF) list[list.length - 1] = last + 1;
}

export const postingSlot = (posting: number): number => posting >>> TF_BITS;
export const postingFrequency = (posting: number): number => posting & MAX_TF;

/**
 * The postings of a list that belong to the first `count` slots, by a binary search for each; a list that is scanned
 * as fast is returned whole.
 */
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

const NOTHING: readonly number[] = Object.freeze([]);

/** Number of passages of a document: about 8,000 characters, longer than any answer in a conversation. */
const MIN_DOCUMENT_PASSAGES = 12;

/**
 * The passages of long texts, by number in order of recording: ranges of their memory's words in {@link Postings},
 * with a separate inverted index. A text of one passage has no entry here.
 */
export class Passages {
  /** By slot: the number of its first passage plus one. */
  readonly #first = int32s();
  readonly #count = int32s();
  readonly #owner = int32s();
  /** Where the words of each end in the overall sequence. */
  readonly #end = int32s();
  readonly #lists: (number[] | undefined)[] = [];
  #size = 0;

  constructor(private readonly postings: Postings) {}

  /** Number of passages of long texts. */
  get size(): number {
    return this.#size;
  }

  /** Number of passages of a slot; 0 for a text of one. */
  count(slot: number): number {
    return this.#count.get(slot);
  }

  /** Whether a text is a document, with too many passages for a single score of the whole. */
  isDocument(slot: number): boolean {
    return this.count(slot) >= MIN_DOCUMENT_PASSAGES;
  }

  /** The number of a slot's first passage, if it has any; the others follow. */
  first(slot: number): number {
    return this.#first.get(slot) - 1;
  }

  owner(passage: number): number {
    return this.#owner.get(passage);
  }

  /** Where the passage's words start in the postings' sequence. */
  start(passage: number): number {
    const owner = this.owner(passage);
    return passage === this.first(owner) ? this.postings.start(owner) : this.#end.get(passage - 1);
  }

  length(passage: number): number {
    return this.#end.get(passage) - this.start(passage);
  }

  /** Packed postings of a term, passages in order. */
  list(term: number): readonly number[] {
    return this.#lists[term] ?? NOTHING;
  }

  /** Adds the passages, by their lengths in words, of the slot that was last added to the postings. */
  add(slot: number, lengths: readonly number[]): void {
    if (lengths.length < 2) return;
    let end = this.postings.start(slot);
    this.#open(slot);
    for (const length of lengths) {
      end += length;
      this.#append(slot, end);
    }
  }

  /** The end of each passage's words, and its owner: the input of {@link restore}. */
  get columns(): { readonly owners: Int32Array; readonly ends: Int32Array } {
    return {
      owners: this.#owner.data.subarray(0, this.#size),
      ends: this.#end.data.subarray(0, this.#size),
    };
  }

  /** Loads the columns once the postings are loaded. It must be empty before. */
  restore(owners: Int32Array, ends: Int32Array): void {
    owners.forEach((slot, passage) => {
      if (slot !== owners[passage - 1]) this.#open(slot);
      this.#append(slot, ends[passage] ?? 0);
    });
  }

  #open(slot: number): void {
    this.#first.set(slot, this.#size + 1);
  }

  #append(slot: number, end: number): void {
    const passage = this.#size++;
    this.#owner.set(passage, slot);
    this.#end.set(passage, end);
    this.#count.set(slot, this.count(slot) + 1);
    const { sequence } = this.postings;
    for (let at = this.start(passage); at < end; at++)
      countTerm((this.#lists[sequence[at] ?? 0] ??= []), passage);
  }
}
