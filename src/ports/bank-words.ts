/** A word that stands beside another in a bank more often than chance would have it. */
export interface Companion {
  readonly stem: string;
  /** 0..1. */
  readonly strength: number;
}

/** The words of a bank, by stem: how rare they are and what company they keep. */
export interface BankWords {
  /** Memories counted; nothing below changes while it does not. */
  readonly memories: number;
  /** Memories that hold the stem; 0 for one never seen. */
  documentFrequency(stem: string): number;
  /** At most so many, the strongest first. */
  companions(stem: string, most: number): readonly Companion[];
}
