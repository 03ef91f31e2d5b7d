import type { MemoryId } from '../../../domain/ids.js';
import { Groups, Table, type Ledger } from './ledger.js';

/** Saturation and length, as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), section 3.4. */
const K1 = 1.2;
const B = 0.75;

/** The count of each word in a memory, and the total. */
interface Counted {
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Full-text index over the stems of one bank's memories. */
export class TextIndex {
  readonly #texts: Table<MemoryId, Counted>;
  readonly #bearers: Groups<string, MemoryId>;
  #length = 0;

  constructor(private readonly ledger: Ledger) {
    this.#texts = new Table(ledger);
    this.#bearers = new Groups(ledger);
  }

  /** Sets a memory's stems, or removes them with null; earlier ones are dropped. */
  put(memory: MemoryId, terms: string | null): void {
    const before = this.#texts.get(memory);
    for (const word of before?.words.keys() ?? []) this.#bearers.delete(word, memory);
    this.#count(-(before?.length ?? 0));
    if (terms === null) {
      this.#texts.delete(memory);
      return;
    }
    const counted = count(terms);
    for (const word of counted.words.keys()) this.#bearers.add(word, memory);
    this.#count(counted.length);
    this.#texts.set(memory, counted);
  }

  /** The BM25 score of every memory that contains any of the words. */
  scores(query: string): ReadonlyMap<MemoryId, number> {
    const scores = new Map<MemoryId, number>();
    const total = this.#texts.size;
    const mean = this.#length / Math.max(1, total);
    for (const word of new Set(wordsOf(query))) {
      const bearers = this.#bearers.of(word);
      const rarity = Math.log(1 + (total - bearers.size + 0.5) / (bearers.size + 0.5));
      for (const memory of bearers) {
        const { words, length } = this.#texts.get(memory) as Counted;
        const often = words.get(word) ?? 0;
        const weight = (often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / mean));
        scores.set(memory, (scores.get(memory) ?? 0) + rarity * weight);
      }
    }
    return scores;
  }

  #count(words: number): void {
    this.#length += words;
    this.ledger.note(() => {
      this.#length -= words;
    });
  }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function count(terms: string): Counted {
  const words = new Map<string, number>();
  const all = wordsOf(terms);
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, length: all.length };
}
