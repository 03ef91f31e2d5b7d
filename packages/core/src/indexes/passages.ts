import { int32s } from './growing-array.js';
import { countTerm, type Postings } from './postings.js';

const NOTHING: readonly number[] = Object.freeze([]);

/** About 8,000 characters: longer than any answer in a conversation. */
const OF_DOCUMENT = 12;

/**
 * The passages of long texts, by number in order of recording: stretches of their memory's words in
 * {@link Postings}, with an inverted index of their own. A text of one passage has no entry here.
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

  /** Whether a text is a document, of so many passages that no score of the whole does it justice. */
  isDocument(slot: number): boolean {
    return this.count(slot) >= OF_DOCUMENT;
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

  /** Records the passage lengths, in words, of the slot that was last added to the postings. */
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
