import { int32s } from './growing-array.js';
import { countTerm, type Postings } from './postings.js';

const NOTHING: readonly number[] = Object.freeze([]);

/** Some 8,000 characters: beyond what anybody answers in a talk. */
const OF_DOCUMENT = 12;

/**
 * The passages of long texts, by number in order of recording: stretches of the words that {@link Postings} has of their memory, with
 * an inverted index of their own. A text of one passage has none here and stands for itself.
 */
export class Passages {
  /** By slot: one more than the number of its first passage. */
  readonly #first = int32s();
  readonly #count = int32s();
  readonly #owner = int32s();
  /** Where each one's words end in the sequence of all. */
  readonly #end = int32s();
  readonly #lists: (number[] | undefined)[] = [];
  #size = 0;

  constructor(private readonly postings: Postings) {}

  /** Passages of long texts. */
  get size(): number {
    return this.#size;
  }

  /** Passages of a slot; 0 for a text of one. */
  count(slot: number): number {
    return this.#count.get(slot);
  }

  /** Whether a text is a document, which no measure of the whole does justice: one of so many passages. */
  isDocument(slot: number): boolean {
    return this.count(slot) >= OF_DOCUMENT;
  }

  /** The number of a slot's first passage, where it has any; the others follow. */
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

  /** Takes in how many words each passage of the slot has that was added last to the postings. */
  add(slot: number, lengths: readonly number[]): void {
    if (lengths.length < 2) return;
    let end = this.postings.start(slot);
    this.#open(slot);
    for (const length of lengths) {
      end += length;
      this.#append(slot, end);
    }
  }

  /** Where each passage's words end, and whose they are: what {@link restore} takes. */
  get columns(): { readonly owners: Int32Array; readonly ends: Int32Array } {
    return {
      owners: this.#owner.data.subarray(0, this.#size),
      ends: this.#end.data.subarray(0, this.#size),
    };
  }

  /** Takes the columns over when the postings are in place. It must be empty before. */
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
