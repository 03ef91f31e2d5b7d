export interface NearestSlots {
  /** Best first; ties go to the lower slot. */
  readonly slots: Int32Array;
  /** Cosine similarity to the query, in the order of the slots. */
  readonly scores: Float32Array;
}

/**
 * In-memory nearest-neighbour search by cosine over quantised vectors. A cache: it follows the journal and can be
 * discarded. A slot is the index's own small number for a memory (0, 1, 2 …); slots without a vector are never found.
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** One more than the highest slot with a vector. */
  readonly size: number;
  /** Bytes held for vectors and codes. */
  readonly bytes: number;
  /** Whether the slot has a vector. */
  has(slot: number): boolean;
  /** Sets or replaces the vector of a slot. Throws `invalid_input` when its length is not `dimensions`. */
  put(slot: number, vector: Int8Array): void;
  /** The vector of a slot, copied; null where there is none. */
  vector(slot: number): Int8Array | null;
  /** Cosine between the query (any scale) and the slot's vector; 0 when either is missing or zero. */
  similarity(slot: number, query: Float32Array): number;
  /** The cosines of many slots to one query, in their order: cheaper than one call each. */
  similarities(slots: ArrayLike<number>, query: Float32Array): Float32Array;
  /** Identifies the format of {@link dump}; only an index of the same format can restore it. */
  readonly format: string;
  /** Everything it holds, in pieces to be stored. */
  dump(): Iterable<Uint8Array>;
  /** Loads the output of {@link dump}. The index must be empty. */
  restore(pieces: Iterable<Uint8Array>): void;
  /** Whether a dump would save work, beyond the vectors, that is not in the last dump or restore. */
  readonly worthKeeping?: boolean;
  /**
   * Whether it has, or is building, something faster than a full scan: then {@link nearest} should be called, even if
   * cosines are known already.
   */
  readonly beyondScan?: boolean;
  /** The `k` nearest slots that `accepts` allows (default: all). */
  nearest(query: Float32Array, k: number, accepts?: (slot: number) => boolean): NearestSlots;
}

/** A word that co-occurs with another in a bank more often than by chance. */
interface Companion {
  readonly stem: string;
  /** 0..1. */
  readonly strength: number;
}

/** The words of a bank, by stem: how rare they are and which words they occur with. */
export interface BankWords {
  /** Number of memories counted; while it is unchanged, so is everything below. */
  readonly memories: number;
  /** Memories that contain the stem; 0 for one never seen. */
  documentFrequency(stem: string): number;
  /** The strongest first, up to `most`. */
  companions(stem: string, most: number): readonly Companion[];
}
