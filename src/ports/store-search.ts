import type { BankName, MemoryId, SessionId } from '../domain/ids.js';
import type { Memory, MemoryKind } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';

/** Which memories are meant. Every given part must hold; an empty list matches nothing. */
export interface Filter {
  readonly kinds?: readonly MemoryKind[];
  /** All of these tags. */
  readonly tags?: readonly string[];
  readonly speaker?: string;
  /** Said by any of these, in any case. */
  readonly speakers?: readonly string[];
  /** Said by none of these; what nobody said passes. */
  readonly exceptSpeakers?: readonly string[];
  readonly session?: SessionId;
  readonly minConfidence?: number;
  /** Overlaps `[from, to)` with when it happened or was true. */
  readonly occurred?: { readonly from?: Instant; readonly to?: Instant };
  /** What the bank held at that moment; now, when absent. */
  readonly asOf?: Instant;
  /** Also what has been taken back. */
  readonly includeRetracted?: boolean;
  /** Only what is held back and was not rejected. */
  readonly quarantined?: true;
}

export interface Hit {
  readonly id: MemoryId;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Full-text and vector look-ups over what is stored, exact and slow where an index is fast. */
export interface StoreSearch {
  /** BM25 over stems; `query` is stems separated by spaces, any of which may match. */
  lexical(bank: BankName, query: string, filter: Filter, k: number): Promise<readonly Hit[]>;
  /** Cosine to `vector` among the vectors of `encoder` in `space`. */
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
