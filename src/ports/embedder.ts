/** Retrieval models often encode documents and queries differently. */
export type EmbeddingSide = 'document' | 'query';

/**
 * A learned model that turns texts into vectors. It is optional: it may be slow, wrong or unavailable at
 * any time, and callers go on without it. Errors: `unavailable` when it does not answer, or when an answer
 * cannot be used (the message says what was wrong); `invalid_input` when it refuses these particular texts;
 * `interrupted` when the signal stopped it.
 */
export interface Embedder {
  /** Identifies the model and its dimensions; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One finite unit vector of `dimensions` numbers per text, in the order of the texts. */
  embed(
    texts: readonly string[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}
