/** A word that occurs beside another in a bank more often than by chance. */
export interface Companion {
  readonly stem: string;
  /** 0..1. */
  readonly strength: number;
}

/** The words of a bank, by stem: how rare they are and which words they occur with. */
export interface BankWords {
  /** Memories counted; while it is unchanged, so is everything below. */
  readonly memories: number;
  /** Memories that hold the stem; 0 for one never seen. */
  documentFrequency(stem: string): number;
  /** The strongest first, up to `most`. */
  companions(stem: string, most: number): readonly Companion[];
}
