import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Filter } from './store-queries.js';

export interface Hit {
  readonly id: MemoryId;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** Full-text and vector search over what is stored: exact, and slower than an index. */
export interface StoreSearch {
  /** BM25 over stems; `query` is stems separated by spaces, any of which may match. */
  lexical(bank: BankName, query: string, filter: Filter, k: number): Promise<readonly Hit[]>;
  /** Cosine to `vector` among the vectors that `encoder` made in `space`. */
  nearest(
    bank: BankName,
    space: string,
    encoder: string,
    vector: Int8Array,
    filter: Filter,
    k: number,
  ): Promise<readonly Hit[]>;
  /** What happened in `[from, to)`, newest first. */
  between(
    bank: BankName,
    from: Instant,
    to: Instant,
    filter: Filter,
    k: number,
  ): Promise<readonly Memory[]>;
}
