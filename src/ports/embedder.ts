/** Models of retrieval often read what is stored and what is asked in two different ways. */
export type EmbeddingSide = 'document' | 'query';

/**
 * A learned model that turns texts into vectors. A guest: it may be slow, wrong or away at any time, and whoever asks goes on
 * without it. Errors: `unavailable` when it does not answer, or when an answer cannot be used (the message says what was
 * wrong); `invalid_input` when it refuses these very texts; `interrupted` when the signal stopped it.
 */
export interface Embedder {
  /** Names the model and its dimensions; vectors of two ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Finite vectors of length 1 with `dimensions` numbers each, one a text, in the order of the texts. */
  embed(
    texts: readonly string[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}
